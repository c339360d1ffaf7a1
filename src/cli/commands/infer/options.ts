import type { Args, ObjectEvent } from "../../../inference/index.ts";
import type { Context } from "../../context.ts";
import type { InferInput } from "../../input/args.ts";
import type { McpOptions } from "../../mcp/servers.ts";
import type { CallRecorder, CallRecorderOptions } from "../../network/call-recorder.ts";
import type { CallLog } from "../../network/connect.ts";
import type { ResultFormat } from "../../output/result-formats.ts";
import type { Timing } from "../../output/stats.ts";
import type { CostGate, CostOptions } from "../../target/cost-limit.ts";
import type { Target, TargetOptions } from "../../target/target.ts";
import type { PreviewChoice } from "../../terminal/graphics/kind.ts";
import type { ShellName } from "../../terminal/shells.ts";

export interface InferOptions
	extends TargetOptions,
		InferInput,
		McpOptions,
		CostOptions,
		Pick<CallRecorderOptions, "log"> {
	stream?: boolean;
	format?: ResultFormat;
	preview?: PreviewChoice;
	output?: string;
	force?: boolean;
	/** The shell that `curl` is quoted for. */
	shell?: ShellName;
	raw?: boolean;
	pick?: boolean;
	/** Continue a saved conversation; a string is the word after the flag, which may be its id. */
	continue?: boolean | string;
	/** Name, path or URL of a saved prompt. */
	saved?: string;
	/** Variables of its template, `name=value`. */
	var?: string[];
	/** Id of the kept conversation that `readBefore` reads. */
	chatId?: string;
	/** `maxCost` for all calls of the command. */
	costGate?: CostGate | undefined;
	/** Number of the input, from 1; part of file names. */
	number?: number;
}

export type RunWords = (words: readonly string[], options: InferOptions, context: Context) => Promise<void>;

/** One call: its target, its arguments, and the options for its result. */
export interface InferCall {
	target: Target;
	args: Args;
	options: InferOptions;
	log: Readonly<CallLog>;
	recorder?: CallRecorder | undefined;
}

/** A response: complete, or a stream whose first chunk has arrived. */
export type Answer = { timing: Timing } & (
	| { result: unknown }
	| { chunks: AsyncIterable<unknown> }
	/** Events of a value that follows a schema, as it grows. */
	| { objects: AsyncIterable<ObjectEvent<unknown>> }
);
