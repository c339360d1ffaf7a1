import { InferenceClientProviderOutputError } from "../../../errors.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Listener } from "../../network/events.ts";
import type { Timing } from "../../output/stats.ts";
import { type Answer, type InferCall, isStreamed, libraryArgs, startWith } from "./call.ts";

/** Sends the call; returns as soon as there is something to print. */
export async function send(call: InferCall, listen: Listener, context: Context): Promise<Answer> {
	const { target, args, options } = call;
	const timing: Timing = { started: context.now() };
	if (isStreamed(target, options) && !options.answer) {
		const chunks = runStream<unknown>(target.task, libraryArgs(call), target.options);
		const first = await chunks.next();
		if (first.done) throw new InferenceClientProviderOutputError("The answer ended before it began.");
		return { timing: { ...timing, firstChunk: context.now() }, chunks: startWith(first.value, chunks) };
	}
	// What the answer must follow: `--schema`, or a schema in the arguments.
	if (target.task === "conversational" && (options.answer || args["response_format"] !== undefined)) {
		const plan = options.answer ?? (await (await import("../../input/answer-form.ts")).planOf(args));
		const { sendForObject } = await import("./send-for-object.ts");
		if (plan) return await sendForObject(plan, call, timing, listen, context);
	}
	const { createFileStore } = await import("../../output/store.ts");
	const storeFile = createFileStore(options.output, context);
	const result = await run<unknown>(target.task, libraryArgs(call), { ...target.options, storeFile });
	return { timing, result };
}
