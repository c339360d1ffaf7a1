import type { Args, BaseArgs, FinalCompletion, ObjectEvent } from "../../../inference/index.ts";
import { askForObject, type ObjectRules, streamObject } from "../../../inference/object/ask.ts";

import type { ObjectPlan } from "../../../inference/object/plan.ts";
import { readModelLimits } from "../../call-target/context-limits.ts";
import type { Context } from "../../context.ts";
import type { Listener } from "../../network/connect.ts";
import { toJson } from "../../terminal/json.ts";
import type { InferCall } from "./options.ts";

/**
 * Sends a call whose answer must follow a schema.
 * @returns events of the value as it grows, for lines of JSON; else the completion, or only its value for `--jq`
 */
export async function sendForObject(
	plan: ObjectPlan,
	args: BaseArgs & Args,
	{ target, options }: InferCall,
	listen: Listener,
	context: Context,
): Promise<{ result: unknown } | { events: AsyncGenerator<ObjectEvent<unknown>> }> {
	const takesSchemas = (await readModelLimits(target, context)).takesSchemas ?? true;
	if (!takesSchemas) listen({ type: "instructions" });
	const rules: ObjectRules = { repairs: options.repairs ?? 1, schemaIn: takesSchemas ? "schema" : "instructions" };
	if (options.format === "ndjson") return { events: streamObject(plan, args, rules, target.options) };
	const { value, completion } = await askForObject(plan, args, rules, target.options);
	// Fields are selected from the requested value.
	const isSelected = context.flags.jq !== undefined || context.flags.template !== undefined;
	return { result: isSelected ? value : withValue(completion, value, context) };
}

/** Returns a completion with the checked value as its text, and as `parsed` for programs. */
function withValue(completion: FinalCompletion, value: unknown, { flags, stdout }: Context): FinalCompletion {
	const [choice, ...others] = completion.choices;
	if (!choice) return completion;
	const content = toJson(value, stdout.isTTY && !flags.json ? 2 : undefined);
	const message = { ...choice.message, content, ...(flags.json ? { parsed: value } : {}) };
	return { ...completion, choices: [{ ...choice, message }, ...others] };
}
