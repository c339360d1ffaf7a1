import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { TargetOptions } from "../../call-target/target.ts";
import type { InferInput } from "../../input/args.ts";
import type { OptionGroups, OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { integer, number, parseSize, repeated } from "../../options/parsers.ts";
import * as shared from "../../options/shared-options.ts";
import { INPUT_FORMAT_NAMES } from "./input/formats.ts";

/** Options that decide how remote places are reached. */
export type NetworkChoice = Pick<
	TargetOptions,
	"sandbox" | "timeout" | "retries" | "proxy" | "token" | "header" | "record" | "replay" | "replayOrRecord" | "append"
>;

function parsePartSize(text: string): number {
	const size = parseSize(text);
	if (size >= 1) return size;
	throw new InvalidArgumentError("Give a size of at least one byte, such as 16MB.");
}

function parseErrors(text: string): { count?: number; share?: number } {
	const [, percent, count] = /^(?:(\d+(?:\.\d+)?)%|(\d+))$/.exec(text.trim()) ?? [];
	if (percent !== undefined && Number(percent) <= 100) return { share: Number(percent) / 100 };
	if (count !== undefined) return { count: Number(count) };
	throw new InvalidArgumentError("Give a number of rows, such as 10, or a share up to 100%, such as 5%.");
}

/** Parses US dollars of a million tokens. */
function parsePrice(text: string): { input: number; output: number } {
	const [, input, output] = /^(\d*\.?\d+)\s*,\s*(\d*\.?\d+)$/.exec(text.trim()) ?? [];
	if (input === undefined) throw new InvalidArgumentError("Give two numbers, such as 0.1,0.4.");
	return { input: Number(input), output: Number(output) };
}

/** Options of `hub batch`. Times are in seconds, sizes in bytes, costs in US dollars. */
export const BATCH_OPTIONS = {
	"What to run:": [
		new Option("-t, --task <task>", "task, such as chat, embed, classify (default: the model's task)"),
		...shared.model,
		...shared.needs,
		...shared.endpoint,
		...shared.billTo,
		new Option(
			"--server <command>",
			'start this model server for the run and call it: "vllm serve MODEL --port {port}"',
		),
		new Option("--spread", "with -p a,b: use all providers by free capacity, not one after the other"),
	],
	"Rows:": [
		new Option(
			"--prompt <template>",
			"Jinja template over the row's columns, or @file: the main input; the row's file is sent with it",
		),
		new Option("--system <template>", "chat: instructions for the model; also a template"),
		new Option("--image <template>", "chat: path or URL of an image; also a template (repeatable)").argParser(repeated),
		new Option("--column <name>", "column that is the main input; with --prompt, the file that goes with it"),
		new Option(
			"--files-from <place>",
			"folder or URL below which rows may name files, besides the input's own folder (repeatable)",
		).argParser(repeated),
		new Option("--id-column <name>", "column that names the row (default: id)"),
		new Option("--input-format <format>", "format of the input, if the file name does not show it").choices(
			INPUT_FORMAT_NAMES,
		),
		new Option(
			"--encoding <name>",
			"encoding of a text input without a byte order mark, such as latin1 or utf-16le (default: utf-8)",
		),
		...shared.labels,
		new Option("--context <text>", "question answering: the text that contains the answer (@file reads a file)"),
		new Option("--source <text>", "sentence similarity: the sentence to compare with"),
		new Option("--table <file>", "table tasks: .csv, .tsv or .json"),
		new Option(
			"--schema <json>",
			'chat: what each answer must follow: a JSON schema, a file with one, or a short form such as "name, age int"',
		),
		...shared.tools,
		new Option("-n, --limit <n>", "only the first n rows").argParser(integer("the rows", 0)),
		new Option(
			"--shard <i/n>",
			"only one of n parts, from 0: rows whose number modulo n is i, with a folder as output a range; auto reads it from the array job",
		),
	],
	"Generation:": [...shared.sampling, ...shared.tuning, ...shared.params],
	"Output:": [
		new Option(
			"-o, --output <place>",
			"where the results go: a .jsonl, .csv, .tsv, .parquet or .arrow file; FOLDER/ or s3://BUCKET/PREFIX for parts; - for standard output",
		),
		new Option(
			"--format <format>",
			"lines of hub or of the OpenAI batch service; parquet for parts in a folder (default: jsonl)",
		).choices(["jsonl", "openai", "parquet"]),
		new Option("--text", "write only the plain text of each result"),
		new Option("--keep <columns>", "copy these columns of the row, or all"),
		new Option("--ordered", "write results in the order of the input"),
		new Option(
			"--part-size <size>",
			"-o with a folder or s3://…: close a part at this size, such as 16MB (default: 64MB, or 5 minutes)",
		).argParser(parsePartSize),
		new Option("--files <folder>", "where images, audio and video go (default: OUTPUT.files)"),
		new Option("--raw-output", ".csv, .tsv, .parquet: the whole result as JSON"),
		new Option("--keep-journal", ".csv, .tsv, .parquet, .arrow: keep the journal beside a table that has every row"),
		new Option("--keep-failed", "do not retry rows that failed in an earlier run"),
		new Option("--retry-failed", "run only the rows that failed in an earlier run"),
		new Option("--escape-formulas", ".csv, .tsv: put ' before texts that a spreadsheet would run (= + - @)"),
		new Option(
			"--reuse <output>",
			"take the results of finished rows with the same request from this earlier output (repeatable)",
		).argParser(repeated),
		new Option("--prune", "remove the results of rows that the input no longer has"),
		new Option("--force", "start over; the old output is kept as OUTPUT.old"),
	],
	"Speed:": [
		new Option("--concurrency <n>", "maximum calls in flight per provider (default: 128)").argParser(
			integer("the calls", 1),
		),
		new Option("--start <n>", "calls in flight at first (default: 8)").argParser(integer("the calls", 1)),
		new Option(
			"--group <n>",
			"maximum rows of one call, for embeddings and translation (default: what the provider takes; an endpoint gets one until two succeeded)",
		).argParser(integer("the rows", 1)),
		new Option("--fixed", "keep --concurrency instead of adapting it"),
		new Option("--rpm <n>", "maximum requests per minute").argParser(number("the requests", 1)),
		new Option("--tpm <n>", "maximum tokens per minute").argParser(number("the tokens", 1)),
		new Option(
			"--cache [folder]",
			"send identical requests once: within this run, or across all runs that use the folder or s3://BUCKET/PREFIX",
		),
		new Option("--cache-size <size>", "with --cache FOLDER: its maximum size, such as 500MB (default: 1GB)").argParser(
			parsePartSize,
		),
		new Option(
			"--deadline <seconds>",
			"maximum time for the whole run; calls in flight are dropped then, or after --grace",
		).argParser(number("seconds", 0)),
		new Option("--row-deadline <seconds>", "maximum time for one row").argParser(number("seconds", 0)),
		new Option("--max-errors <n|p%>", "stop when more than n rows, or p % of at least 20, have failed").argParser(
			parseErrors,
		),
		new Option(
			"--grace <seconds>",
			"time for calls in flight after SIGTERM or SIGHUP (default: 20), or --deadline (default: 0)",
		).argParser(number("seconds", 0)),
	],
	"Cost:": [
		new Option("--estimate", "run a sample and estimate cost and time of all rows"),
		new Option("--dry-run", "").hideHelp(),
		new Option("--sample <n>", "rows of the sample (default: 50)").argParser(integer("the rows", 1)),
		new Option(
			"--max-cost <usd>",
			"stop before a row that may exceed this cost: its answer counts with --max-tokens, else with the context of the model, else as the rows before it",
		).argParser(number("the cost", 0)),
		new Option("--price <in,out>", "US dollars per million tokens, if the provider's price is not known").argParser(
			parsePrice,
		),
	],
	"The provider's batch service:": [
		new Option(
			"--via <service>",
			"provider: run the rows in the provider's own batch service; endpoint: in that of --endpoint, which speaks OpenAI's form",
		).choices(["provider", "endpoint"]),
		new Option("--poll <seconds>", "seconds between polls of the jobs (default: 1 to 60)").argParser(
			number("seconds", 0),
		),
		new Option("--window <time>", "time the service may take, such as 24h"),
	],
	"Progress:": [
		new Option(
			"--report <file>",
			"write a page about the run: rate over time, failures, cost, slowest rows, a sample of the results (.html)",
		),
		new Option("--progress <form>", "auto, plain, json or none (default: auto)").choices([
			"auto",
			"plain",
			"json",
			"none",
		]),
	],
	"Record and log:": [...shared.recording, ...shared.log],
} as const satisfies OptionGroups;

export type BatchCommandOptions = Partial<OptionValues<typeof BATCH_OPTIONS>> &
	GlobalOptions &
	TargetOptions &
	InferInput;

/** Whether the results go to a file, so that the run can be resumed. */
export function isFile({ output }: BatchCommandOptions): boolean {
	return output !== undefined && output !== "-";
}
