import { RecentMap } from "../base/remember.ts";
import { findChatForm } from "../inference/chat-form.ts";
import { findProvider } from "../inference/index.ts";
import type { ChatForm, ReasoningField } from "../inference/types.ts";
import type { Target } from "./types.ts";

const MAX_TARGETS = 1000;

/** Remembers what the answers and refusals of targets taught of the chats that they take. */
export function createChatForms() {
	const learned = new RecentMap<ChatForm>(MAX_TARGETS);
	const keyOf = ({ provider, model }: Target): string => `${provider ?? ""} ${model}`;
	return {
		/** @param field where the service of the reasoning in the conversation had it, for a target of which nothing is known */
		find(target: Target, field: ReasoningField | undefined): ChatForm {
			const { provider, model, isLocal } = target;
			const known = provider === undefined || isLocal ? undefined : findProvider(provider);
			const form = { ...findChatForm(known, model), ...learned.get(keyOf(target)) };
			return field === undefined || form.reasoning !== undefined ? form : { ...form, reasoning: field };
		},
		learn(target: Target, form: ChatForm): void {
			const key = keyOf(target);
			learned.set(key, { ...learned.get(key), ...form });
		},
		/** Remembers where a target sends its reasoning, unless it refused to get it back. */
		learnField(target: Target, field: ReasoningField): void {
			const { provider, isLocal } = target;
			const known = provider === undefined || isLocal ? undefined : findProvider(provider)?.chat?.reasoning;
			const before = learned.get(keyOf(target))?.reasoning ?? known;
			if (before !== "none" && before !== field) this.learn(target, { reasoning: field });
		},
	};
}
