import { adaptChat, learnFromRefusal } from "../inference/chat-form.ts";
import type { OpenResponse } from "../inference/run.ts";
import type { Attempt } from "./ask-targets.ts";
import type { GatewayCall } from "./call.ts";
import { nameTarget } from "./failure.ts";
import type { Fields } from "./read-request.ts";
import type { ReadChat } from "./translate-request.ts";

/** Most refusals of one request that teach something: each costs a call. */
const MAX_LESSONS = 4;

/**
 * Sends a chat that was translated from another form, in the form that its target takes. What the target refuses is left
 * out, and it is asked once more; that is remembered, and a notice says it.
 */
export async function openChat(
	call: GatewayCall,
	attempting: Attempt,
	{ args, field }: Pick<ReadChat, "args" | "field">,
	more: Fields = {},
): Promise<OpenResponse> {
	const { chatForms } = call.services;
	const { target } = attempting;
	for (let lessons = 0; ; lessons++) {
		const form = chatForms.find(target, field);
		const adapted = adaptChat({ ...args, ...more }, form);
		try {
			return await attempting.open(adapted);
		} catch (error) {
			const lesson = lessons < MAX_LESSONS ? learnFromRefusal(error, adapted, form) : undefined;
			if (!lesson || call.cancellation.isCancelled) throw error;
			chatForms.learn(target, lesson.form);
			call.record.addNotices([`${nameTarget(target)} ${lesson.notice}`]);
		}
	}
}
