import { readMember } from "../base/json.ts";
import { type Lesson, sendInForm } from "../inference/chat-form.ts";
import type { OpenResponse } from "../inference/run.ts";
import type { Attempt } from "./ask-targets.ts";
import type { GatewayCall } from "./call.ts";
import { nameTarget } from "./failure.ts";
import type { Fields } from "./read-request.ts";
import type { ReadChat } from "./translate-request.ts";

/**
 * Sends a chat that was translated from another form, in the form that its target takes. What the target refuses is left
 * out, and it is asked once more; that is remembered, and a notice says it.
 */
export async function openChat(
	call: GatewayCall,
	attempting: Attempt,
	{ args, readMarked, field }: Pick<ReadChat, "args" | "readMarked" | "field">,
	more: Fields = {},
): Promise<OpenResponse> {
	const { chatForms } = call.services;
	const { target } = attempting;
	const { cacheControl, files } = chatForms.find(target, field);
	const marked = cacheControl ? readMarked?.() : undefined;
	if (!files && hasDocument(args))
		call.record.addNotices([`${nameTarget(target)} takes no documents: the model was told where one was.`]);
	const learn = ({ form, notice }: Lesson): boolean => {
		if (call.cancellation.isCancelled) return false;
		chatForms.learn(target, form);
		call.record.addNotices([`${nameTarget(target)} ${notice}`]);
		return true;
	};
	return await sendInForm(
		{ ...(marked ?? args), ...more },
		() => chatForms.find(target, field),
		learn,
		(adapted) => attempting.open(adapted),
	);
}

function hasDocument({ messages }: Fields): boolean {
	const isDocument = (part: unknown): boolean => readMember(part, "type") === "file";
	return (messages as readonly Fields[]).some(({ content }) => Array.isArray(content) && content.some(isDocument));
}
