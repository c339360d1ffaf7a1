import { InferenceClientProviderOutputError } from "../../../errors.ts";
import type { ChatCompletionOutput, ObjectEvent } from "../../../inference/index.ts";
import { askForObject, streamObject } from "../../../inference/object/ask.ts";
import type { ObjectRules } from "../../../inference/object/conversation.ts";
import type { ObjectPlan } from "../../../inference/object/plan.ts";
import type { Context } from "../../context.ts";
import type { Listener } from "../../network/connect.ts";
import { readModelLimits } from "../../network/model-limits.ts";
import type { Timing } from "../../output/stats.ts";
import { toJson } from "../../terminal/json.ts";
import { type Answer, type InferCall, libraryArgs, startWith } from "./send.ts";

/** Sends a call whose answer must follow a schema. */
export async function sendForObject(
	plan: ObjectPlan,
	call: InferCall,
	timing: Timing,
	listen: Listener,
	context: Context,
): Promise<Answer> {
	const { target, options } = call;
	const takesSchemas = (await readModelLimits(target, context)).takesSchemas ?? true;
	if (!takesSchemas) listen({ type: "instructions" });
	const rules: ObjectRules = { repairs: options.repairs ?? 1, schemaIn: takesSchemas ? "schema" : "instructions" };
	if (options.format === "ndjson") {
		const events = streamObject(plan, libraryArgs(call), rules, target.options);
		const first = await events.next();
		if (first.done) throw new InferenceClientProviderOutputError("The answer ended before it began.");
		return {
			timing: { ...timing, firstChunk: context.now() },
			objects: startWith<ObjectEvent<unknown>>(first.value, events),
		};
	}
	const { value, completion } = await askForObject(plan, libraryArgs(call), rules, target.options);
	// Fields are selected from what was asked for.
	const isSelected = context.flags.jq !== undefined || context.flags.template !== undefined;
	return { timing, result: isSelected ? value : withValue(completion, value, context) };
}

/** Returns a completion with the checked value as its text, and beside it for programs. */
function withValue(completion: ChatCompletionOutput, value: unknown, { flags, stdout }: Context): ChatCompletionOutput {
	const [choice, ...others] = completion.choices;
	if (!choice) return completion;
	const content = toJson(value, stdout.isTTY && !flags.json ? 2 : undefined);
	const message = { ...choice.message, content, ...(flags.json ? { parsed: value } : {}) };
	return { ...completion, choices: [{ ...choice, message }, ...others] };
}
