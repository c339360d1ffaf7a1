import { RecentMap } from "../base/memoize.ts";
import { findChatForm } from "../inference/chat-form.ts";
import type { ChatForm, ReasoningField } from "../inference/types.ts";
import type { Target } from "./types.ts";

const MAX_TARGETS = 1000;

/**
 * Remembers what responses and refusals of targets showed about the chats that they accept.
 * @param findUrl returns the URL of the endpoint that a target names; undefined for other targets
 */
export function createChatForms(findUrl: (target: Target) => string | undefined) {
	const learned = new RecentMap<ChatForm>(MAX_TARGETS);
	const keyOf = ({ provider, model }: Target): string => `${provider ?? ""} ${model}`;
	// A server on this machine may have the name of a provider.
	const findOf = (target: Target): ChatForm => {
		const { provider, model, isLocal } = target;
		return findChatForm({ model, ...(isLocal ? { endpointUrl: findUrl(target) } : { provider }) });
	};
	return {
		/** @param field the field of the service that wrote the conversation's reasoning, for an unknown target */
		find(target: Target, field: ReasoningField | undefined): ChatForm {
			const form = { ...findOf(target), ...learned.get(keyOf(target)) };
			return field === undefined || form.reasoning !== undefined ? form : { ...form, reasoning: field };
		},
		/** Facts learned from refusals and responses of a target, without the known facts about its service. */
		learned: (target: Target): ChatForm => learned.get(keyOf(target)) ?? {},
		learn(target: Target, form: ChatForm): void {
			const key = keyOf(target);
			learned.set(key, { ...learned.get(key), ...form });
		},
		/** Remembers where a target sends its reasoning, unless it refused to get it back. */
		learnField(target: Target, field: ReasoningField): void {
			const before = learned.get(keyOf(target))?.reasoning ?? findOf(target).reasoning;
			if (before !== "none" && before !== field) this.learn(target, { reasoning: field });
		},
	};
}
