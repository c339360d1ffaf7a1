/** Checked by the compiler alone: a program for `@huggingface/inference` compiles after its import was changed. */

import type * as hub from "../../src/index.ts";
import {
	audioToAudio,
	chatCompletion,
	featureExtraction,
	getProviderHelper,
	HfInference,
	INFERENCE_PROVIDERS,
	InferenceClient,
	InferenceClientEndpoint,
	InferenceClientHubApiError,
	InferenceClientProviderApiError,
	makeRequestOptions,
	PROVIDERS_OR_POLICIES,
	request,
	setLogger,
	snippets,
	streamingRequest,
	textToImage,
} from "../../src/index.ts";

/** The types the reference exports, in either release. */
export type Carried = [
	hub.AudioClassificationArgs,
	hub.AudioToAudioArgs,
	hub.AudioToAudioOutput,
	hub.AudioToAudioOutputElem,
	hub.AuthMethod,
	hub.AutomaticSpeechRecognitionArgs,
	hub.BaseArgs,
	hub.BodyParams,
	hub.DocumentQuestionAnsweringArgs,
	hub.FeatureExtractionArgs,
	hub.FeatureExtractionOutput,
	hub.FillMaskArgs,
	hub.HeaderParams,
	hub.ImageClassificationArgs,
	hub.ImageSegmentationArgs,
	hub.ImageTextToImageArgs,
	hub.ImageTextToVideoArgs,
	hub.ImageToImageArgs,
	hub.ImageToTextArgs,
	hub.ImageToVideoArgs,
	hub.InferenceProvider,
	hub.InferenceProviderMappingEntry,
	hub.InferenceProviderOrPolicy,
	hub.InferenceTask,
	hub.Logger,
	hub.ModelId,
	hub.ObjectDetectionArgs,
	hub.Options,
	hub.OutputType,
	hub.QuestionAnsweringArgs,
	hub.RequestArgs,
	hub.SentenceSimilarityArgs,
	hub.SummarizationArgs,
	hub.TableQuestionAnsweringArgs,
	hub.TabularClassificationArgs,
	hub.TabularClassificationOutput,
	hub.TabularRegressionArgs,
	hub.TabularRegressionOutput,
	hub.TextClassificationArgs,
	hub.TextGenerationInput,
	hub.TextGenerationOutput,
	hub.TextGenerationStreamBestOfSequence,
	hub.TextGenerationStreamDetails,
	hub.TextGenerationStreamFinishReason,
	hub.TextGenerationStreamOutput,
	hub.TextGenerationStreamPrefillToken,
	hub.TextGenerationStreamToken,
	hub.TextToAudioArgs,
	hub.TextToImageArgs,
	hub.TextToVideoArgs,
	hub.TextToVideoOutput,
	hub.TokenClassificationArgs,
	hub.TranslationArgs,
	hub.UrlParams,
	hub.VisualQuestionAnsweringArgs,
	hub.ZeroShotClassificationArgs,
	hub.ZeroShotImageClassificationArgs,
];

const model = "org/model";
const client = new InferenceClient("hf_x", { billTo: "acme", retry_on_error: false });
export const clients: InferenceClient[] = [client.endpoint("https://e.test"), new InferenceClientEndpoint("hf_x")];

export async function text(provider: hub.InferenceProviderOrPolicy, signal: AbortSignal): Promise<string> {
	const messages = [{ role: "user", content: "Hi" }];
	let answer = "";
	for await (const chunk of client.chatCompletionStream({ model, provider, messages, max_tokens: 5 }, { signal })) {
		answer += chunk.choices[0]?.delta.content;
	}
	for await (const event of new HfInference("hf_x").textGenerationStream({ model, inputs: "Once" })) {
		const output: hub.TextGenerationStreamOutput = event;
		if (output.generated_text) answer += output.details?.finish_reason;
	}
	const vectors: hub.FeatureExtractionOutput = await featureExtraction({ model, inputs: "Hi" });
	const matrix = (await featureExtraction({ model, inputs: ["Hi"] })) as number[][];
	return `${answer} ${vectors.length} ${matrix[0]?.[0]}`;
}

export async function media(file: Blob, bytes: ArrayBuffer): Promise<unknown[]> {
	const sounds: hub.AudioToAudioOutput[] = await audioToAudio({ model, inputs: file });
	const video: hub.TextToVideoOutput = await client.textToVideo({ model, inputs: "a cat" });
	const url: string = await textToImage({ model, inputs: "a cat" }, { outputType: "url" });
	const { text: transcript } = await client.automaticSpeechRecognition({ model, data: bytes });
	const cells: hub.TabularClassificationArgs = { model, inputs: { data: { a: ["1"] } } };
	const classes: hub.TabularClassificationOutput = await client.tabularClassification(cells);
	return [sounds[0]?.blob, video.size, url, transcript, classes[0]];
}

/** Interfaces have no index signature; arguments may be declared as one. */
interface Question {
	model: string;
	inputs: string;
}

export async function lowLevel(question: Question, mapping: hub.InferenceProviderMappingEntry): Promise<unknown[]> {
	const { label } = await request<{ label: string }>(question, { task: "text-classification" });
	const pieces: string[] = [];
	for await (const { piece } of streamingRequest<{ piece: string }>({ model, prompt: "Hi" })) pieces.push(piece);
	setLogger(console);
	const helper = getProviderHelper("together", "conversational");
	const { url, info } = await makeRequestOptions({ model, provider: "together", inputs: "Hi" }, helper);
	const first: hub.InferenceProvider | undefined = INFERENCE_PROVIDERS[0];
	const all: readonly string[] = PROVIDERS_OR_POLICIES;
	const [snippet] = snippets.getInferenceSnippets(
		{ id: model, pipeline_tag: "text-to-image", tags: [], inference: "" },
		"together",
		mapping,
	);
	return [label, pieces, url, info.headers, first, all, snippet?.content];
}

export async function errors(): Promise<unknown[]> {
	try {
		return [await chatCompletion({ model, messages: [] })];
	} catch (error) {
		if (!(error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError)) throw error;
		const { status, requestId, body } = error.httpResponse;
		return [status, requestId, typeof body === "string" ? body : body["error"], error.httpRequest.url];
	}
}
