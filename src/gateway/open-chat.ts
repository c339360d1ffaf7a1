import { omitUndefined, readMember, textOf } from "../base/json.ts";
import { adaptChat, type FileTexts, type Lesson, sendInForm } from "../inference/chat-form.ts";
import type { OpenResponse } from "../inference/run.ts";
import type { ChatForm } from "../inference/types.ts";
import type { GatewayCall } from "./call.ts";
import { listDocuments } from "./documents.ts";
import { nameTarget } from "./failure.ts";
import type { Fields } from "./read-request.ts";
import type { Attempt } from "./send-to-targets.ts";
import type { Services } from "./services.ts";
import { estimateChat } from "./token-estimate.ts";
import type { ReadChat } from "./translate-request.ts";
import type { Target } from "./types.ts";

/**
 * Sends a chat that was translated from another form, in the form that its target accepts. What the target refuses is left
 * out, and the chat is sent once more; that is remembered, and a notice reports it.
 */
export async function openChat(
	call: GatewayCall,
	attempting: Attempt,
	{ args, readMarked, field }: Pick<ReadChat, "args" | "readMarked" | "field">,
	more: Fields = {},
): Promise<OpenResponse> {
	const { chatForms } = call.services;
	const { target } = attempting;
	const { cacheControl } = chatForms.find(target, field);
	const sent = { ...((cacheControl ? readMarked?.() : undefined) ?? args), ...more };
	return await sendInForm(
		sent,
		() => chatForms.find(target, field),
		(lesson) => learn(call, attempting, lesson),
		(adapted) => attempting.open(adapted),
		createFileReader(call, attempting, sent),
	);
}

/** Records what a refusal showed; returns whether to retry. */
function learn(call: GatewayCall, { target }: Attempt, { form, notice }: Lesson): boolean {
	if (call.cancellation.isCancelled) return false;
	call.services.chatForms.learn(target, form);
	// The notice about documents follows when they have been read.
	if (form.files !== false) call.record.addNotices([`${nameTarget(target)} ${notice}`]);
	return true;
}

/** Returns a reader of a chat's documents, for a target that takes none; undefined for a chat without documents. */
function createFileReader(
	call: GatewayCall,
	{ target, cancellation }: Attempt,
	args: Fields,
): (() => Promise<FileTexts>) | undefined {
	if (listDocuments(args["messages"]).length === 0) return undefined;
	return async () => {
		const { texts, notice } = await cancellation.race(call.services.documents(args));
		call.record.addNotices([`${nameTarget(target)} takes no documents: ${notice}`]);
		return texts;
	};
}

/**
 * Sends a chat in the target's own form as it is. Only what the target refuses of the history or of the tools' schemas is
 * adapted: the client would send it again, and each later request would be refused too. Other refusals are the client's.
 */
export async function openOwnChat(
	call: GatewayCall,
	attempting: Attempt,
	args: Fields,
	more: Fields = {},
): Promise<OpenResponse> {
	const { chatForms } = call.services;
	const readForm = (): ChatForm => {
		const { without: _, reasoning, needsReasoning, ...learned } = chatForms.learned(attempting.target);
		const isRefused = reasoning === "none" || needsReasoning;
		const form: ChatForm = { lateSystem: true, images: true, files: true, ...learned };
		return isRefused ? { ...form, ...omitUndefined({ reasoning, needsReasoning }) } : form;
	};
	const sent = { ...args, ...more };
	return await sendInForm(
		sent,
		readForm,
		(lesson) => lesson.form.without === undefined && learn(call, attempting, lesson),
		(adapted) => attempting.open(adapted),
		createFileReader(call, attempting, sent),
	);
}

/** Estimates the tokens of a chat as its target gets it: documents count as the texts that they become. */
export async function estimateAsSent(
	{ chatForms, documents }: Services,
	target: Target | undefined,
	args: Fields,
): Promise<number> {
	const form = target ? chatForms.find(target, undefined) : {};
	if (form.files || listDocuments(args["messages"]).length === 0) return estimateChat(args);
	return estimateChat(adaptChat(args, form, (await documents(args)).texts));
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
