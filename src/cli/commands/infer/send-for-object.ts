import { readContent } from "../../../inference/delta.ts";
import type { Args, BaseArgs, FinalCompletion, ObjectEvent } from "../../../inference/index.ts";
import type { ObjectPlan } from "../../../inference/object/plan.ts";
import { type ObjectRules, requestObject, type SendChat, streamObject } from "../../../inference/object/request.ts";
import { readModelLimits } from "../../call-target/context-limits.ts";
import type { Context } from "../../context.ts";
import type { Listener } from "../../network/connect.ts";
import { toJson } from "../../terminal/json.ts";
import type { Gathered } from "./gather.ts";
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
): Promise<Gathered | { events: AsyncGenerator<ObjectEvent<unknown>> }> {
	const takesSchemas = (await readModelLimits(target, context)).takesSchemas ?? true;
	if (!takesSchemas) listen({ type: "instructions" });
	const rules: ObjectRules = { repairs: options.repairs ?? 1, schemaIn: takesSchemas ? "schema" : "instructions" };
	if (options.format === "ndjson") return { events: streamObject(plan, args, rules, target.options) };
	// Fields are selected from the requested value.
	const isSelected = context.flags.jq !== undefined || context.flags.template !== undefined;
	const show = (completion: FinalCompletion, value: unknown, isWhole: boolean): unknown =>
		isSelected ? value : withValue(completion, value, isWhole, context);
	/** The last answer, if a deadline ended it. */
	let part: (Gathered & { failure: object }) | undefined;
	const { gather, isGathered } = await import("./gather.ts");
	const request: SendChat = async (asked, limited) => {
		const { result, failure } = await gather(asked, { task: target.task, options: limited });
		if (!failure) return result as Awaited<ReturnType<SendChat>>;
		part = { result, failure };
		throw failure.error;
	};
	try {
		const isKept = isGathered(target, options, args);
		const { value, completion } = await requestObject(
			plan,
			args,
			rules,
			target.options,
			undefined,
			isKept ? request : undefined,
		);
		return { result: show(completion, value, true) };
	} catch (error) {
		const completion = part?.result as FinalCompletion | undefined;
		const value = completion && plan.readPartial(readContent(completion.choices[0]?.message.content));
		if (!part || !completion || value === undefined) throw error;
		return { result: show(completion, value, false), failure: part.failure };
	}
}

/** Returns a completion with the value as its text, and, if it is whole and checked, as `parsed` for programs. */
function withValue(
	completion: FinalCompletion,
	value: unknown,
	isWhole: boolean,
	{ flags, stdout }: Context,
): FinalCompletion {
	const [choice, ...others] = completion.choices;
	if (!choice) return completion;
	const content = toJson(value, stdout.isTTY && !flags.json ? 2 : undefined);
	const message = { ...choice.message, content, ...(flags.json && isWhole ? { parsed: value } : {}) };
	return { ...completion, choices: [{ ...choice, message }, ...others] };
}
