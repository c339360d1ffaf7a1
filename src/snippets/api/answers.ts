import type { Template } from "./templates.ts";

/** What a service answers, and so what a raw snippet does with it. Media may come as JSON too. */
export type Answer = "json" | "chat" | "chunks" | "text" | "image" | "video" | "audio";

const ANSWERS: { readonly [T in Template]?: Answer } = {
	conversational: "chat",
	conversationalStream: "chunks",
	imageToImage: "image",
	imageToVideo: "video",
	tabular: "text",
	textToAudio: "audio",
	textToImage: "image",
	textToSpeech: "audio",
	textToVideo: "video",
};

/** What the services answer to this kind of request. */
export function answerOf(template: Template): Answer {
	return ANSWERS[template] ?? "json";
}
