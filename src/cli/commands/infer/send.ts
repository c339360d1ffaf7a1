import { awaitFirst } from "../../../inference/call-stream.ts";
import { sendWithReasoning } from "../../../inference/chat-form.ts";
import { countAnswers } from "../../../inference/delta.ts";
import type { Args, BaseArgs } from "../../../inference/index.ts";
import { run, runStream } from "../../../inference/run.ts";
import { calleeOf } from "../../call-target/resolve.ts";
import type { CallTarget } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import type { Listener } from "../../network/connect.ts";
import type { Timing } from "../../output/stats.ts";
import type { InferCall, InferOptions, OpenedResponse } from "./options.ts";

/** Sends the call; returns as soon as there is output to print. */
export async function send(call: InferCall, listen: Listener, context: Context): Promise<OpenedResponse> {
	const { target, args, options } = call;
	const timing: Timing = { started: context.now() };
	if (isStreamed(target, options, args) && !options.answer) {
		const answers = countAnswers(args) ?? 1;
		if (answers > 1)
			throw new UsageError(
				`--format ndjson streams one answer, and n requests ${answers}.`,
				"Print all of them with --json.",
			);

		const chunks = await sendKept(call, (given) => awaitFirst(runStream<unknown>(target.task, given, target.options)));
		return { timing: { ...timing, firstChunk: context.now() }, chunks };
	}
	// Schema of the answer: `--schema`, or one in the arguments.
	if (target.task === "conversational" && (options.answer || args["response_format"] !== undefined)) {
		const plan = options.answer ?? (await (await import("../../input/answer-form.ts")).planOf(args));
		const { sendForObject } = await import("./send-for-object.ts");
		const answer = plan && (await sendForObject(plan, libraryArgs(call), call, listen, context));
		if (answer && "events" in answer) {
			const objects = await awaitFirst(answer.events);
			return { timing: { ...timing, firstChunk: context.now() }, objects };
		}
		if (answer) return { timing, ...answer };
	}
	if (options.deadline) {
		const { gather, isGathered } = await import("./gather.ts");
		if (isGathered(target, options, args)) {
			return { timing, ...(await sendKept(call, (given) => gather(given, target))) };
		}
	}
	const { createFileStore } = await import("../../output/file-store.ts");
	const storeFile = createFileStore(call.folder ?? options.output, context);
	const result = await sendKept(
		call,
		async (given) => await run<unknown>(target.task, given, { ...target.options, storeFile }),
	);
	return { timing, result };
}

/** Sends a call; the reasoning of an earlier conversation goes into the service's field. */
function sendKept<Result>(call: InferCall, send: (args: BaseArgs & Args) => Promise<Result>): Promise<Result> {
	const { target } = call;
	const args = libraryArgs(call);
	if (target.task !== "conversational") return send(args);
	const tell = (message: string): void => target.options.onNotice?.({ type: "refused", message });
	return sendWithReasoning(args, new Map(), tell, send);
}

/** Chat streams unless the whole answer is requested or must be checked, or several are; other text streams on request. */
export function isStreamed(
	{ task }: CallTarget,
	{ stream, format, json, answer, output }: InferOptions,
	args: Args = {},
): boolean {
	if (task !== "conversational" && task !== "text-generation") return false;
	if (format === "ndjson") return true;
	if ((countAnswers(args) ?? 1) > 1) return false;
	if (json || format === "json" || answer !== undefined || (output !== undefined && output !== "-")) return false;
	return stream ?? task === "conversational";
}

/** Returns the arguments as the functions of the library take them. */
export function libraryArgs({ target, args, options, recorder }: InferCall): BaseArgs & Args {
	const { task } = target;
	// Providers count the tokens of a stream only on request; some servers do not support that, so only if it is used.
	const isCounted =
		task === "conversational" &&
		(recorder !== undefined || options.stats || options.costGate || options.format === "ndjson") &&
		!args["stream_options"] &&
		isStreamed(target, options, args);
	const usage = isCounted ? { stream_options: { include_usage: true } } : {};
	return { ...args, ...usage, ...calleeOf(target) };
}
