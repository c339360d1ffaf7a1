import { findSample, SAMPLES, type Sample } from "../../../sandbox/samples/index.ts";
import type { Context } from "../../context.ts";
import { isSample, readSample } from "../../input/sample.ts";
import { bytesOnTerminal } from "../../output/save.ts";
import { printJson } from "../../terminal/json.ts";
import { formatTable } from "../../terminal/table.ts";

/** Prints the built-in files: a table on a terminal, in a pipe a line each with tabs, with `--json` a list. */
export async function listSamples(context: Context): Promise<void> {
	const { flags, stdout, colors } = context;
	const entries = SAMPLES.map(({ name, type, description }) => ({ name: `sample:${name}`, type, description }));
	if (flags.json) return await printJson(entries, context);
	if (!stdout.isTTY) {
		return await context.print(entries.map((entry) => `${Object.values(entry).join("\t")}\n`).join(""));
	}
	const table = formatTable<Pick<Sample, "name" | "type" | "description">>(
		[
			{ title: "SAMPLE", value: ({ name }) => name, whole: true, style: colors.stdout.cyan },
			{ title: "WHAT IT IS", value: ({ description }) => description, least: 20 },
			{ title: "TYPE", value: ({ type }) => type, style: colors.stdout.dim },
		],
		[{ rows: entries }],
		stdout.columns ?? 80,
		colors.stdout,
	);
	await context.print(table);
}

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
