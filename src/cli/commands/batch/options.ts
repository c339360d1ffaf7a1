import { InvalidArgumentError } from "commander";
import type { InferInput } from "../../input/args.ts";
import { parseSize } from "../../options/parsers.ts";
import type { TargetOptions } from "../../target/target.ts";
import { INPUT_FORMATS, type InputFormat } from "./input/columns.ts";

/** Options that decide how remote places are reached. */
export type NetworkChoice = Pick<
	TargetOptions,
	"sandbox" | "timeout" | "retries" | "proxy" | "token" | "header" | "record" | "replay" | "replayOrRecord" | "append"
>;

/** Options of `hub batch`. */
export interface BatchCommandOptions extends TargetOptions, InferInput {
	task?: string;
	output?: string;
	prompt?: string;
	column?: string;
	idColumn?: string;
	inputFormat?: InputFormat;
	encoding?: string;
	format?: "jsonl" | "openai" | "parquet";
	text?: boolean;
	keep?: string;
	ordered?: boolean;
	files?: string;
	filesFrom?: string[];
	rawOutput?: boolean;
	force?: boolean;
	keepFailed?: boolean;
	retryFailed?: boolean;
	escapeFormulas?: boolean;
	log?: string | boolean;
	concurrency?: number;
	group?: number;
	start?: number;
	fixed?: boolean;
	rpm?: number;
	tpm?: number;
	/** Seconds. */
	rowDeadline?: number;
	maxErrors?: { count?: number; share?: number };
	spread?: boolean;
	/** Command line of a model server. */
	server?: string;
	/** Seconds. */
	grace?: number;
	limit?: number;
	/** The folder; true: within the run only. */
	cache?: string | boolean;
	/** Bytes. */
	cacheSize?: number;
	reuse?: string[];
	prune?: boolean;
	progress?: "auto" | "plain" | "json" | "none";
	estimate?: boolean;
	sample?: number;
	maxCost?: number;
	/** US dollars of a million tokens. */
	price?: { input: number; output: number };
	shard?: string;
	/** Bytes. */
	partSize?: number;
	via?: string;
	/** Seconds. */
	poll?: number;
	window?: string;
}

/** What `command.json` names. */
export const PARTS = {
	choices: { INPUT_FORMATS },
	parsers: { parsePartSize, parseErrors, parsePrice },
};

function parsePartSize(text: string): number {
	const size = parseSize(text);
	if (size >= 1) return size;
	throw new InvalidArgumentError("Give a size of at least one byte, such as 16MB.");
}

function parseErrors(text: string): BatchCommandOptions["maxErrors"] {
	const [, percent, count] = /^(?:(\d+(?:\.\d+)?)%|(\d+))$/.exec(text.trim()) ?? [];
	if (percent !== undefined && Number(percent) <= 100) return { share: Number(percent) / 100 };
	if (count !== undefined) return { count: Number(count) };
	throw new InvalidArgumentError("Give a number of rows, such as 10, or a share up to 100%, such as 5%.");
}

function parsePrice(text: string): BatchCommandOptions["price"] {
	const [, input, output] = /^(\d*\.?\d+)\s*,\s*(\d*\.?\d+)$/.exec(text.trim()) ?? [];
	if (input === undefined) throw new InvalidArgumentError("Give two numbers, such as 0.1,0.4.");
	return { input: Number(input), output: Number(output) };
}

/** Whether the results go to a file, so that the run can be resumed. */
export function isFile({ output }: BatchCommandOptions): boolean {
	return output !== undefined && output !== "-";
}
