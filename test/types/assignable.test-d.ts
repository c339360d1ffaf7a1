/** Checked by the compiler alone: a client of ours is passed where the reference's is expected. */
import type { InferenceClient as Reference } from "@huggingface/inference";
import { InferenceClient, textToImage } from "../../src/index.ts";

/** Members whose results or arguments say what services send and take; COMPATIBILITY.md says what differs. */
type Differs =
	| "chatCompletion"
	| "chatCompletionStream"
	| "documentQuestionAnswering"
	| "featureExtraction"
	| "fillMask"
	| "imageToText"
	| "textGeneration"
	| "textGenerationStream";
type Surface = Omit<Reference, "endpoint">;
const client = new InferenceClient("hf_x");

client satisfies Omit<Surface, Differs>;
type Misfit = {
	[Name in keyof Surface]: InferenceClient extends Pick<Surface, Name> ? never : Name;
}[keyof Surface];
// A member that fits leaves the list.
export const listed: (name: Differs) => Misfit = (name) => name;

/** The forms of older programs, and the type of an image by how it is wanted. */
export async function forms(data: Blob, images: { data: Blob }, wanted: "blob" | "url") {
	await client.imageClassification({ model: "org/model", data, parameters: { top_k: 3 } });
	await client.imageClassification(images);
	// @ts-expect-error a number is no file
	await client.imageClassification({ model: "org/model", data: 5 });
	// @ts-expect-error neither `inputs` nor `data`
	await client.imageClassification({ model: "org/model" });
	const args = { model: "org/model", inputs: "a" };
	(await textToImage(args)) satisfies Blob;
	(await textToImage(args, undefined)) satisfies Blob;
	(await textToImage(args, { retry_on_error: false })) satisfies Blob;
	(await textToImage(args, { outputType: "url" })) satisfies string;
	(await textToImage(args, { outputType: "json" })) satisfies Record<string, unknown>;
	// @ts-expect-error it may be a URL
	(await textToImage(args, { outputType: wanted })) satisfies Blob;
}
