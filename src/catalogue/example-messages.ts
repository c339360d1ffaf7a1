import type { ModelDataMinimal } from "./model-data.ts";
import { SIGNATURES } from "./signatures.ts";

/** A message as a chat takes it. */
export interface ExampleMessage {
	role: "user";
	content: string | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: string } })[];
}

const IMAGE = "https://cdn.britannica.com/61/93061-050-99147DCE/Statue-of-Liberty-Island-New-York-Bay.jpg";

const ABOUT_IMAGE: ExampleMessage["content"] = [
	{ type: "text", text: "Describe this image in one sentence." },
	{ type: "image_url", image_url: { url: IMAGE } },
];

/** Returns the chat shown in examples of a conversational model: about an image when it takes images. */
export function chooseExampleMessages({
	pipeline_tag: task,
}: Pick<ModelDataMinimal, "pipeline_tag">): ExampleMessage[] {
	const takesImages = task !== undefined && task !== "other" && SIGNATURES[task]?.input === "messages";
	return [{ role: "user", content: takesImages ? ABOUT_IMAGE : "What is the capital of France?" }];
}
