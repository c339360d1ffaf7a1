import type { WidgetType } from "../../../catalogue/index.ts";

/** Texts of tasks that can be run although the catalogue has no record of them. */
export const EXTRA_TEXTS: Partial<Record<WidgetType, { summary: string; command: string }>> = {
	conversational: {
		summary:
			"Continues a conversation: the model reads what system, user and assistant have said so far and writes the next message. It is how chat models are used; vision-language models take images among the messages. Answers stream, may call tools, and can be held to a JSON schema.",
		command: 'hub infer -t chat "Explain attention in one sentence" -p sandbox',
	},
	"text-to-audio": {
		summary:
			"Generates sound from a description: music, effects or speech. Reading a given text aloud is a separate task, text-to-speech.",
		command: 'hub infer -t text-to-audio "rain on a tin roof, distant thunder" -o rain.wav -p sandbox',
	},
};
