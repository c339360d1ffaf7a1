import { readMember, textOf } from "../base/json.ts";
import { type Lesson, sendInForm } from "../inference/chat-form.ts";
import type { OpenResponse } from "../inference/run.ts";
import type { ChatForm } from "../inference/types.ts";
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
	return await sendInForm(
		{ ...(marked ?? args), ...more },
		() => chatForms.find(target, field),
		(lesson) => learn(call, attempting, lesson),
		(adapted) => attempting.open(adapted),
	);
}

/** Remembers what a refusal taught; returns whether to ask again. */
function learn(call: GatewayCall, { target }: Attempt, { form, notice }: Lesson): boolean {
	if (call.cancellation.isCancelled) return false;
	call.services.chatForms.learn(target, form);
	call.record.addNotices([`${nameTarget(target)} ${notice}`]);
	return true;
}

/**
 * Sends a chat that came in the form of the target as it is. Only a picture or document that the target refuses becomes a
 * text that says what was there: it stands in the history, so each later request would be refused too.
 */
export async function openOwnChat(
	call: GatewayCall,
	attempting: Attempt,
	args: Fields,
	more: Fields = {},
): Promise<OpenResponse> {
	const { chatForms } = call.services;
	const readForm = (): ChatForm => {
		const { images = true, files = true } = chatForms.learned(attempting.target);
		return { lateSystem: true, images, files };
	};
	const isAboutParts = ({ form }: Lesson): boolean => form.images === false || form.files === false;
	return await sendInForm(
		{ ...args, ...more },
		readForm,
		(lesson) => isAboutParts(lesson) && learn(call, attempting, lesson),
		(adapted) => attempting.open(adapted),
	);
}

/** Whether a chat has messages with pictures or documents. */
export function hasParts({ messages }: Fields): boolean {
	const isPart = (part: unknown): boolean => ["image_url", "file"].includes(textOf(readMember(part, "type")));
	return (
		Array.isArray(messages) &&
		messages.some((message: unknown) => {
			const content = readMember(message, "content");
			return Array.isArray(content) && content.some(isPart);
		})
	);
}

function hasDocument({ messages }: Fields): boolean {
	const isDocument = (part: unknown): boolean => readMember(part, "type") === "file";
	return (messages as readonly Fields[]).some(({ content }) => Array.isArray(content) && content.some(isDocument));
}
