import { SAMPLES, type Sample } from "../../../sandbox/samples/index.ts";
import type { Context } from "../../context.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";

/** Prints the built-in files: a table on a terminal, in a pipe a line each with tabs, with `--json` a list. */
export async function listSamples(context: Context): Promise<void> {
	const entries = SAMPLES.map(({ name, type, description }) => ({ name: `sample:${name}`, type, description }));
	if (context.flags.json) return await printJson(entries, context);
	await printTable(entries, VIEW, context);
}

const VIEW: TableView<Pick<Sample, "name" | "type" | "description">> = {
	cells: ({ name, type, description }) => [name, type, description],
	columns: [
		{ title: "SAMPLE", value: ({ name }) => name, whole: true, style: "cyan" },
		{ title: "WHAT IT IS", value: ({ description }) => description, least: 20 },
		{ title: "TYPE", value: ({ type }) => type, style: "dim" },
	],
};
