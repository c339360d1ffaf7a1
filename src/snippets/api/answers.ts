import type { Template } from "./templates.ts";

/** The kind of response, which decides how a raw snippet reads it. Media may also come as JSON. */
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

/** Returns the kind of response to this kind of request. */
export function answerOf(template: Template): Answer {
	return ANSWERS[template] ?? "json";
}
