import type { Args, ObjectEvent } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import type { InferInput } from "../../input/args.ts";
import type { Account, AccountOptions } from "../../network/account.ts";
import type { CallLog } from "../../network/connect.ts";
import type { Target, TargetOptions } from "../../network/target.ts";
import type { ResultFormat } from "../../output/result-formats.ts";
import type { Timing } from "../../output/stats.ts";
import type { PreviewChoice } from "../../terminal/graphics/choices.ts";

/** Options of `hub infer`. */
export interface InferOptions extends TargetOptions, InferInput, Pick<AccountOptions, "log"> {
	task?: string;
	stream?: boolean;
	format?: ResultFormat;
	preview?: PreviewChoice;
	output?: string;
	force?: boolean;
	dryRun?: boolean;
	curl?: boolean;
	stats?: boolean;
	raw?: boolean;
	pick?: boolean;
	/** Go on with a kept conversation; a string is the word behind the flag, which may be its id. */
	continue?: boolean | string;
	/** Name, path or URL of a saved prompt. */
	saved?: string;
	/** Variables of its template, `name=value`. */
	var?: string[];
	/** Id of the kept conversation that `readBefore` reads. */
	chatId?: string;
	/** Which of several inputs it is, from 1; part of the names of files. */
	number?: number;
}

/** Runs a complete command line. */
export type RunWords = (words: readonly string[], options: InferOptions, context: Context) => Promise<void>;

/** One call: its target, its arguments, and the options for its result. */
export interface InferCall {
	target: Target;
	args: Args;
	options: InferOptions;
	/** What its events add up to. */
	log: Readonly<CallLog>;
	/** The record of the call, where one is wanted. */
	account?: Account | undefined;
}

/** What a service answers: all at once, or in chunks of which the first has come. */
export type Answer = { timing: Timing } & (
	| { result: unknown }
	| { chunks: AsyncIterable<unknown> }
	/** Of a value that follows a schema, as it grows. */
	| { objects: AsyncIterable<ObjectEvent<unknown>> }
);
