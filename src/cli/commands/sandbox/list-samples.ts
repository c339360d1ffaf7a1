import { findSample, SAMPLES, type Sample } from "../../../sandbox/samples/index.ts";
import type { Context } from "../../context.ts";
import { isSample, readSample } from "../../input/sample.ts";
import { bytesOnTerminal } from "../../output/save.ts";
import { printJson } from "../../terminal/json.ts";
import { printTable, type TableView } from "../../terminal/table.ts";

/** Prints the built-in files: a table on a terminal, tab-separated lines in a pipe, a list with `--json`. */
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

/**
 * Prints the bytes of a built-in file.
 * @param name with or without `sample:`
 * @throws UsageError for an unknown name, or where bytes other than text would go to a terminal
 */
export async function printSample(name: string, context: Context): Promise<void> {
	const path = isSample(name) ? name : `sample:${name}`;
	const bytes = await readSample(path);
	if (context.stdout.isTTY && !/^text|json/.test(findSample(path)?.type ?? "")) throw bytesOnTerminal();
	await context.print(bytes);
}
