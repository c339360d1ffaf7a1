import type { Context } from "../../context.ts";
import { formatRows, formatTable } from "../../terminal/table.ts";
import { type FoundSnippet, toolOf } from "./entry.ts";

/** What there is for a model; a library counts once for each language, however many snippets it has. */
export async function printSnippetList(all: readonly FoundSnippet[], context: Context): Promise<void> {
	const { stdout, colors, flags } = context;
	const found = [
		...new Map(all.map((one) => [`${one.entry.kind} ${one.entry.language} ${toolOf(one)}`, one])).values(),
	];
	if (flags.json) {
		const rows = found.map(({ entry: { kind, language, client, library }, task, provider }) => ({
			kind,
			language,
			client,
			library,
			task,
			provider,
		}));
		return await context.print(`${JSON.stringify(rows, null, 2)}\n`);
	}
	if (!stdout.isTTY) {
		return await context.print(
			formatRows(
				found.map((one) => [one.entry.kind, one.entry.language, toolOf(one), one.task ?? "", one.provider ?? ""]),
			),
		);
	}
	const table = formatTable<FoundSnippet>(
		[
			{ title: "LANGUAGE", value: ({ entry }) => entry.language },
			{ title: "CLIENT", value: toolOf, whole: true, style: colors.stdout.cyan },
			{ title: "PROVIDER", value: ({ provider }) => provider ?? "" },
			{ title: "TASK", value: ({ task }) => task ?? "" },
		],
		[
			{ heading: "Load the model (-l)", rows: found.filter(({ entry }) => entry.kind === "library") },
			{ heading: "Call a provider (--client)", rows: found.filter(({ entry }) => entry.kind === "api") },
		],
		stdout.columns ?? 80,
		colors.stdout,
	);
	await context.print(table);
}
