/** Checked by the compiler alone: what the task functions take and give. */
import {
	type AutomaticSpeechRecognitionOutput,
	automaticSpeechRecognition,
	chatCompletion,
	chatCompletionStream,
	defineProvider,
	featureExtraction,
	type ImageSegmentationOutput,
	InferenceClient,
	type InferenceProvider,
	imageClassification,
	imageSegmentation,
	imageTextToImage,
	imageToImage,
	type KnownArgs,
	type ObjectDetectionOutput,
	objectDetection,
	questionAnswering,
	type TaskTypes,
	tableQuestionAnswering,
	textGeneration,
	textToImage,
	textToSpeech,
	textToVideo,
	translation,
	visualQuestionAnswering,
	zeroShotClassification,
	zeroShotImageClassification,
} from "../../src/index.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only where the types are the same. */
function same<A, B>(_: Equal<A, B>): void {}

const model = "org/model";
const image = new Blob();

export async function outputs(): Promise<void> {
	const chat = await chatCompletion({ model, messages: [{ role: "user", content: "Hi" }] });
	same<typeof chat.choices, TaskTypes["conversational"]["output"]["choices"]>(true);
	for await (const chunk of chatCompletionStream({ model, messages: [] })) same<typeof chunk.id, string>(true);

	const blob = await textToImage({ model, inputs: "a cat", parameters: { width: 64 } });
	same<typeof blob, Blob>(true);
	const url = await textToImage({ model, inputs: "a cat" }, { outputType: "url" });
	same<typeof url, string>(true);
	const dataUrl = await textToImage({ model, inputs: "a cat" }, { outputType: "dataUrl" });
	same<typeof dataUrl, string>(true);
	const json = await textToImage({ model, inputs: "a cat" }, { outputType: "json" });
	same<typeof json, Record<string, unknown>>(true);

	const found = await objectDetection({ model, inputs: image });
	same<typeof found, ObjectDetectionOutput>(true);
	same<(typeof found)[number]["box"]["xmin"], number>(true);
	const segments = await imageSegmentation({ model, inputs: image });
	same<typeof segments, ImageSegmentationOutput>(true);
	const transcript = await automaticSpeechRecognition({ model, inputs: image });
	same<typeof transcript, AutomaticSpeechRecognitionOutput>(true);
	const answer = await questionAnswering({ model, inputs: { question: "q", context: "c" } });
	same<typeof answer.answer, string>(true);
	const seen = await visualQuestionAnswering({ model, inputs: { image, question: "q" } });
	same<typeof seen.answer, string>(true);
	const cells = await tableQuestionAnswering({ model, inputs: { query: "q", table: { a: ["1"] } } });
	same<typeof cells.coordinates, number[][]>(true);
	const one = await translation({ model, inputs: "Hello" });
	same<typeof one.translation_text, string>(true);
	const several = await translation({ model, inputs: ["Hello", "Bye"] });
	if (Array.isArray(several)) same<(typeof several)[number]["translation_text"], string>(true);
	const labels = await zeroShotClassification({ model, inputs: "a", parameters: { candidate_labels: ["b"] } });
	same<(typeof labels)[number]["label"], string>(true);
	const speech = await textToSpeech({ model, inputs: "Hello" });
	same<typeof speech, Blob>(true);
	const video = await textToVideo({ model, inputs: "a cat", parameters: { negative_prompt: ["dog"] } });
	same<typeof video, Blob>(true);
	const text = await textGeneration({ model, inputs: "Once" });
	same<typeof text.generated_text, string>(true);
	const vectors = await featureExtraction({ model, inputs: ["a", "b"], normalize: true });
	same<(typeof vectors)[number], number | number[] | number[][] | number[][][]>(true);
}

export async function inputs(): Promise<void> {
	for (const file of [image, new ArrayBuffer(1), new Uint8Array(1), new URL("https://a.test"), "data:,x"]) {
		await imageClassification({ model, inputs: file });
		await imageToImage({ model, inputs: file, parameters: { prompt: "p" } });
	}
	await imageClassification({ model, data: image });
	await imageTextToImage({ model, parameters: { prompt: "p" } });
	await zeroShotImageClassification({ model, inputs: { image }, parameters: { candidate_labels: ["a"] } });
	await textToImage({ model, inputs: "a", anything: 1, parameters: { strange: true } });

	// @ts-expect-error the prompt is a text
	await textToImage({ model, inputs: 5 });
	// @ts-expect-error a chat needs messages
	await chatCompletion({ model });
	// @ts-expect-error labels are required
	await zeroShotClassification({ model, inputs: "a", parameters: {} });
	// @ts-expect-error the width is a number
	await textToImage({ model, inputs: "a", parameters: { width: "64" } });
	// @ts-expect-error there is no such form
	await textToImage({ model, inputs: "a" }, { outputType: "png" });
}

export async function client(): Promise<void> {
	const hub = new InferenceClient("hf_x", { billTo: "acme" });
	const url = await hub.textToImage({ model, inputs: "a" }, { outputType: "url" });
	same<typeof url, string>(true);
	const answer = await hub.questionAnswering({ model, inputs: { question: "q", context: "c" } });
	same<typeof answer.score, number>(true);
	same<ReturnType<typeof hub.endpoint>, InferenceClient>(true);
	// @ts-expect-error the token cannot be changed
	hub.accessToken = "hf_y";
}

export const together: InferenceProvider = "together";
// @ts-expect-error nobody has this name
export const nobody: InferenceProvider = "nobody";

export const mine = defineProvider({
	id: "mine",
	label: "Mine",
	baseUrl: "https://mine.test",
	tasks: {
		"fill-mask": { route: ({ model: id }) => id, payload: ({ args }) => args, parse: () => [] },
		// @ts-expect-error a number is no result of the task
		summarization: { route: () => "", payload: () => ({}), parse: () => 5 },
	},
});

export async function misspelled(): Promise<void> {
	const messages = [{ role: "user", content: "Hi" }];
	await chatCompletion({ model, messages, max_tokens: 3, provider: "groq" } satisfies KnownArgs<"conversational">);
	// @ts-expect-error max_tokens
	await chatCompletion({ model, messages, max_token: 3 } satisfies KnownArgs<"conversational">);
	// @ts-expect-error max_tokens
	await chatCompletion({ model, messages, maxTokens: 3 } satisfies KnownArgs<"conversational">);
	const parameters = { num_inference_steps: 3 };
	await textToImage({ model, inputs: "a", parameters } satisfies KnownArgs<"text-to-image">);
	// @ts-expect-error num_inference_steps
	await textToImage({ model, inputs: "a", parameters: { num_inference_step: 3 } } satisfies KnownArgs<"text-to-image">);
	await imageClassification({ model, data: image } satisfies KnownArgs<"image-classification">);
}
