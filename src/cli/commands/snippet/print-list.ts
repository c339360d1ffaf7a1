import { taskName } from "../../../catalogue/aliases.ts";
import type { Context } from "../../context.ts";
import { printTable, type TableView } from "../../terminal/table.ts";
import { type FoundSnippet, toolOf } from "./entry.ts";
import { GROUPS } from "./groups.ts";

/** Prints the snippets of a model, by group. */
export async function printSnippetList(all: readonly FoundSnippet[], context: Context): Promise<void> {
	if (context.flags.json) {
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
	await printTable(all, VIEW, context);
}

const VIEW: TableView<FoundSnippet> = {
	cells: (found) => {
		const { entry, task, provider } = found;
		return [entry.kind, entry.language, toolOf(found), task ?? "", provider ?? "", entry.variant ?? ""];
	},
	columns: [
		{ title: "LANGUAGE", value: ({ entry }) => (entry.kind === "app" ? "" : entry.language) },
		{ title: "NAME", value: toolOf, whole: true, style: "cyan" },
		{ title: "VARIANT", value: ({ entry }) => entry.variant ?? "" },
		{ title: "PROVIDER", value: ({ provider }) => provider ?? "" },
		{ title: "TASK", value: ({ task }) => taskName(task ?? "") },
	],
	sections: (all) =>
		GROUPS.map(({ kind, title, option }) => ({
			heading: `${title} (${option})`,
			rows: all.filter(({ entry }) => entry.kind === kind),
		})),
};
