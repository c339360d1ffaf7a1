/** Checked by the compiler alone: which values `provider` takes. */
import {
	type BaseArgs,
	chatCompletion,
	chatCompletionStream,
	defineProvider,
	featureExtraction,
	INFERENCE_PROVIDERS,
	InferenceClient,
	type InferenceProvider,
	type InferenceProviderOrPolicy,
	imageSegmentation,
	imageTextToImage,
	imageTextToVideo,
	imageToImage,
	imageToVideo,
	PROVIDERS_OR_POLICIES,
	textGenerationStream,
	textToImage,
	translation,
} from "../../src/index.ts";

const model = "org/model";
const messages = [{ role: "user", content: "Hi" }];
const client = new InferenceClient("hf_x");
const mine = defineProvider({ id: "mine", label: "Mine", baseUrl: "https://mine.test", tasks: {} });

/** As `z.enum` takes its values. */
declare function pick<Word extends string>(words: readonly [Word, ...Word[]]): Word;
const anyProvider: InferenceProviderOrPolicy = pick(PROVIDERS_OR_POLICIES);
pick(INFERENCE_PROVIDERS) satisfies InferenceProvider;
anyProvider satisfies (typeof PROVIDERS_OR_POLICIES)[number];

/** Known ids, variables of any string type, and providers of one's own pass. */
export async function passes(name: string, known: InferenceProviderOrPolicy, base: BaseArgs, few: "groq" | "nebius") {
	await chatCompletion({ model, messages, provider: "together" });
	await chatCompletion({ model, messages, provider: "auto" });
	await chatCompletion({ model, messages, provider: name });
	await chatCompletion({ model, messages, provider: known });
	await chatCompletion({ model, messages, provider: few });
	await chatCompletion({ model, messages, provider: mine });
	await chatCompletion({ model, messages, provider: undefined });
	await chatCompletion({ ...base, model, messages });
	await chatCompletion({ model, messages, provider: process.env["PROVIDER"] });
	await client.featureExtraction({ model, inputs: "a", provider: name });
	await textToImage({ model, inputs: "a", provider: name }, { outputType: "url" });
	const args = { model, inputs: "a", provider: "together" };
	await textToImage(args);
}

/** Misspelt ids do not, of whichever function. */
export async function fails() {
	// @ts-expect-error no provider has this id
	await chatCompletion({ model, messages, provider: "togehter" });
	// @ts-expect-error no provider has this id
	chatCompletionStream({ model, messages, provider: "togehter" });
	// @ts-expect-error no provider has this id
	textGenerationStream({ model, inputs: "a", provider: "togehter" });
	// @ts-expect-error no provider has this id
	await featureExtraction({ model, inputs: "a", provider: "togehter" });
	// @ts-expect-error no provider has this id
	await textToImage({ model, inputs: "a", provider: "togehter" });
	// @ts-expect-error no provider has this id
	await translation({ model, inputs: "a", provider: "togehter" });
	// @ts-expect-error no provider has this id
	await client.textToImage({ model, inputs: "a", provider: "togehter" }, { outputType: "url" });
	// @ts-expect-error a number is no provider
	await chatCompletion({ model, messages, provider: 5 });
}

/** A provider's own parameters are checked where its id is a literal, and free elsewhere. */
export async function parameters(name: string, duration: number, inputs: Blob) {
	const wrong = { resolution: "4K", prompt: "a" };
	await imageTextToVideo({
		model,
		provider: "novita",
		parameters: { prompt: "a", resolution: "2K", ratio: "1:1", duration },
	});
	await client.imageTextToVideo({ model, provider: "novita", parameters: { prompt: "a", num_frames: 96, other: 1 } });
	await imageTextToVideo({ model, provider: "novita", inputs });
	await imageTextToVideo({ model, provider: name, parameters: wrong });
	await imageTextToVideo({ model, provider: "auto", parameters: wrong });
	await imageTextToVideo({ model, provider: "fal-ai", parameters: wrong });
	await imageTextToVideo({ model, provider: mine, parameters: wrong });
	await imageTextToVideo({ model, parameters: wrong });
	// @ts-expect-error there are two resolutions
	await imageTextToVideo({ model, provider: "novita", parameters: { resolution: "4K" } });
	// @ts-expect-error there are six ratios
	await client.imageTextToVideo({ model, provider: "novita", parameters: { ratio: "5:4" } });
	// @ts-expect-error seconds are a number
	await imageTextToVideo({ model, provider: "novita", parameters: { duration: "5" } });
	// @ts-expect-error an address is a text
	await imageSegmentation({ model, provider: "fal-ai", inputs, parameters: { image_url: 5 } });
	await imageSegmentation({ model, provider: "hf-inference", inputs, parameters: { image_url: 5 } });
	for (const run of [imageToVideo, client.imageTextToVideo, imageTextToVideo]) {
		await run({ model, provider: "fal-ai", inputs, parameters: { image_url: "https://e.test/a.png", seed: 1 } });
		// @ts-expect-error an address is a text
		await run({ model, provider: "fal-ai", inputs, parameters: { image_url: inputs } });
		await run({ model, provider: "together", inputs, parameters: { image_url: inputs } });
	}
	for (const run of [imageToImage, client.imageToVideo, imageTextToImage, imageTextToVideo]) {
		await run({ model, provider: "wavespeed", inputs, parameters: { images: ["https://e.test/a.png"] } });
		// @ts-expect-error these are files, and are ignored
		await run({ model, provider: "wavespeed", inputs, parameters: { images: [inputs] } });
		await run({ model, provider: "replicate", inputs, parameters: { images: [inputs] } });
	}
}
