import { Option } from "@commander-js/extra-typings";
import type { Args, ObjectEvent } from "../../../inference/index.ts";
import type { CostGate } from "../../call-target/cost-limit.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import type { HeldFolder } from "../../files/held-folder.ts";
import type { CallRecorder } from "../../network/call-recorder.ts";
import type { CallLog } from "../../network/connect.ts";
import type { OptionGroups } from "../../options/define-command.ts";
import * as shared from "../../options/shared-options.ts";
import { RESULT_FORMATS } from "../../output/result-formats.ts";
import type { Timing } from "../../output/stats.ts";
import { SHELL_NAMES } from "../../terminal/shells.ts";
import type { CallOptionValues } from "../chat/options.ts";
import { parseLanguage } from "../snippet/entry.ts";

/** Options of `hub infer`, and of a prompt without a command. */
export const INFER_OPTIONS = {
	"What to run:": [
		...shared.task,
		...shared.model,
		...shared.needs,
		...shared.pick,
		...shared.endpoint,
		...shared.billTo,
	],
	"Input:": [
		...shared.continueChat,
		...shared.conversation,
		...shared.file,
		...shared.savedPrompt,
		...shared.schema,
		...shared.schemaMulti,
		...shared.repairs,
		...shared.tools,
		...shared.labels,
		...shared.taskInput,
	],
	"Generation:": [...shared.sampling, ...shared.tuning, ...shared.params],
	"Tools:": [...shared.mcp],
	"Output:": [
		new Option("--stream", "print text as it arrives (default for chat)"),
		new Option("--no-stream", "wait for the whole answer"),
		...shared.raw,
		new Option("--format <format>", "output format; ndjson prints one event per line").choices(RESULT_FORMATS),
		new Option(
			"-o, --output <path>",
			"write the result to a file; may contain {task}, {model}, {n}, {ext}; - for standard output",
		),
		...shared.preview,
		...shared.force,
		...shared.deadline,
		new Option("--stats", "print provider, tokens and times to stderr"),
		new Option("--dry-run", "print the request instead of sending it"),
		new Option("--curl", "print the request as a curl command"),
		new Option("--shell <name>", "quote --curl for this shell (default: sh, on Windows powershell)").choices(
			SHELL_NAMES,
		),
		new Option("--snippet <language>", "print the call as code: python, js or sh").argParser(parseLanguage),
	],
	"Record and log:": [...shared.recording, ...shared.log],
} as const satisfies OptionGroups;

export type InferOptions = CallOptionValues<typeof INFER_OPTIONS> & {
	/** Id of the kept conversation that `readBefore` reads. */
	chatId?: string;
	/** `maxCost` for all calls of the command. */
	costGate?: CostGate | undefined;
	/** Number of the input, from 1; part of file names. */
	number?: number;
};

export type RunWords = (words: readonly string[], options: InferOptions, context: Context) => Promise<void>;

/** One call: its target, its arguments, and the options for its result. */
export interface InferCall {
	target: CallTarget;
	args: Args;
	options: InferOptions;
	log: Readonly<CallLog>;
	recorder?: CallRecorder | undefined;
	/** Where large files are stored, in place of the folder of `-o`. */
	folder?: HeldFolder | undefined;
}

/** A response: complete, or a stream whose first chunk has arrived. */
export type OpenedResponse = { timing: Timing } /** `failure`: why the result is incomplete. */ & (
	| { result: unknown; failure?: { error: unknown } }
	| { chunks: AsyncIterable<unknown> }
	/** Events of a value that follows a schema, as it grows. */
	| { objects: AsyncIterable<ObjectEvent<unknown>> }
);
