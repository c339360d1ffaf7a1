import { InferenceClientProviderOutputError } from "../../../errors.ts";
import type { ObjectPlan } from "../../../inference/object/plan.ts";
import { run, runStream } from "../../../inference/run.ts";
import type { Context } from "../../context.ts";
import type { Listener } from "../../network/events.ts";
import type { Timing } from "../../output/stats.ts";
import { type Answer, type InferCall, isStreamed, libraryArgs, startWith } from "./call.ts";

/** Sends the call; returns as soon as there is something to print. */
export async function send(call: InferCall, listen: Listener, context: Context): Promise<Answer> {
	const { target, options } = call;
	const timing: Timing = { started: context.now() };
	const plan = await findPlan(call);
	if (plan) {
		const { sendForObject } = await import("./send-for-object.ts");
		return await sendForObject(plan, call, timing, listen, context);
	}
	if (isStreamed(target, options)) {
		const chunks = runStream<unknown>(target.task, libraryArgs(call), target.options);
		const first = await chunks.next();
		if (first.done) throw new InferenceClientProviderOutputError("The answer ended before anything came.");
		return { timing: { ...timing, firstChunk: context.now() }, chunks: startWith(first.value, chunks) };
	}
	const { createFileStore } = await import("../../output/store.ts");
	const storeFile = createFileStore(options.output, context);
	const result = await run<unknown>(target.task, libraryArgs(call), { ...target.options, storeFile });
	return { timing, result };
}

/** What the answer must follow: `--schema`, or a schema in the arguments, where the answer comes as a whole. */
async function findPlan({ target, args, options }: InferCall): Promise<ObjectPlan | undefined> {
	if (target.task !== "conversational") return undefined;
	if (options.answer) return options.answer;
	if (args["response_format"] === undefined || isStreamed(target, options)) return undefined;
	const { planOf } = await import("../../input/answer-form.ts");
	return await planOf(args);
}
