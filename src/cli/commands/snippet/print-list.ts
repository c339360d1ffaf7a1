import { taskName } from "../../../catalogue/aliases.ts";
import type { Context } from "../../context.ts";
import { formatRows, formatTable } from "../../terminal/table.ts";
import { type FoundSnippet, toolOf } from "./entry.ts";
import { GROUPS } from "./groups.ts";

/** Prints what there is for a model, by group. */
export async function printSnippetList(all: readonly FoundSnippet[], context: Context): Promise<void> {
	const { stdout, colors, flags } = context;
	if (flags.json) {
		const rows = all.map(({ entry: { kind, language, client, library, variant }, task, provider }) => ({
			kind,
			language,
			client,
			library,
			...(variant === undefined ? {} : { variant }),
			task,
			provider,
		}));
		return await context.print(`${JSON.stringify(rows, null, 2)}\n`);
	}
	if (!stdout.isTTY) {
		const rows = all.map(({ entry, task, provider, ...one }) => [
			entry.kind,
			entry.language,
			toolOf({ entry, task, provider, ...one }),
			task ?? "",
			provider ?? "",
			entry.variant ?? "",
		]);
		return await context.print(formatRows(rows));
	}
	const table = formatTable<FoundSnippet>(
		[
			{ title: "LANGUAGE", value: ({ entry }) => (entry.kind === "app" ? "" : entry.language) },
			{ title: "NAME", value: toolOf, whole: true, style: colors.stdout.cyan },
			{ title: "VARIANT", value: ({ entry }) => entry.variant ?? "" },
			{ title: "PROVIDER", value: ({ provider }) => provider ?? "" },
			{ title: "TASK", value: ({ task }) => taskName(task ?? "") },
		],
		GROUPS.map(({ kind, title, option }) => ({
			heading: `${title} (${option})`,
			rows: all.filter(({ entry }) => entry.kind === kind),
		})).filter(({ rows }) => rows.length > 0),
		stdout.columns ?? 80,
		colors.stdout,
	);
	await context.print(table);
}
