import type { Mapping, Members } from "./format.ts";
import { members } from "./recipe.ts";

/** A call of a task, without its provider. */
export interface Case {
	name: string;
	args: Members;
	options?: Members;
	/** Default: a Hugging Face token. */
	token?: string;
	mapping?: Partial<Mapping>;
	stream?: boolean;
	/** Section of COMPATIBILITY.md, if the reference differs. */
	deviation?: string;
	reference?: "late" | "none";
}

const IMAGE = { $blob: "AQID", type: "image/png" };
const BYTES = { $bytes: "AQID" };
const VIEW = { $view: "AQID" };
const DATA_URL = "data:image/png;base64,AQID";
const AUDIO = { $blob: "BAUG", type: "audio/wav" };
const LORA = { adapter: "lora", adapterWeightsPath: "w.safetensors" };

const IMAGE_PARAMETERS = {
	num_inference_steps: 5,
	guidance_scale: 3.5,
	seed: 42,
	target_size: { width: 64, height: 32 },
};
/** Names that mean something to the client or to the service, used as parameters. */
const OVERRIDES = {
	prompt: "P",
	inputs: "X",
	accessToken: "t",
	provider: "q",
	endpointUrl: "u",
	model: "m",
	steps: 3,
	max_tokens: 4,
	max_new_tokens: 5,
	voice: "v",
	response_format: "f",
	sync_mode: false,
	lora_weights: "l",
	text: "t",
	input: "i",
};

const MESSAGES = [{ role: "user", content: "Hi" }];
const SCHEMA = { type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } };

const FILE_TASKS: Record<string, { file: Members; parameters: Members }> = {
	"audio-classification": { file: AUDIO, parameters: { top_k: 2 } },
	"automatic-speech-recognition": { file: AUDIO, parameters: { language: "en", n: 1, flag: true, obj: { a: 1 } } },
	"audio-to-audio": { file: AUDIO, parameters: { strength: 2 } },
	"image-classification": { file: IMAGE, parameters: { top_k: 2 } },
	"image-segmentation": { file: IMAGE, parameters: { threshold: 0.5 } },
	"object-detection": { file: IMAGE, parameters: { threshold: 0.5 } },
	"image-to-text": { file: IMAGE, parameters: { max_new_tokens: 5 } },
	"image-to-image": { file: IMAGE, parameters: { prompt: "make it", ...IMAGE_PARAMETERS } },
	"image-to-video": { file: IMAGE, parameters: { prompt: "make it", ...IMAGE_PARAMETERS } },
	"image-text-to-image": { file: IMAGE, parameters: { prompt: "make it", ...IMAGE_PARAMETERS } },
	"image-text-to-video": { file: IMAGE, parameters: { prompt: "make it", ...IMAGE_PARAMETERS } },
};

const PLAIN_TASKS: Record<string, { inputs: unknown; parameters: Members }> = {
	"text-to-image": { inputs: "a cat", parameters: IMAGE_PARAMETERS },
	"text-to-video": { inputs: "a cat", parameters: { ...IMAGE_PARAMETERS, negative_prompt: ["dog"] } },
	"text-to-speech": { inputs: "hello", parameters: { voice: "af_bella", speed: 2 } },
	"text-to-audio": { inputs: "rain", parameters: { seconds_total: 3 } },
	"text-generation": { inputs: "Once", parameters: { max_new_tokens: 9, temperature: 0.2 } },
	"feature-extraction": { inputs: ["a", "b"], parameters: { normalize: true } },
	"text-classification": { inputs: "I like it", parameters: { top_k: 2 } },
	"question-answering": { inputs: { question: "q", context: "c" }, parameters: { top_k: 2 } },
	"fill-mask": { inputs: "a [MASK]", parameters: { top_k: 2 } },
	"zero-shot-classification": { inputs: "x", parameters: { candidate_labels: ["cat", "dog"] } },
	"sentence-similarity": { inputs: { source_sentence: "a", sentences: ["b", "c"] }, parameters: { x: 1 } },
	"table-question-answering": { inputs: { query: "q", table: { a: ["1", "2"] } }, parameters: { sequential: true } },
	"tabular-classification": { inputs: { data: { a: ["1", "2"] } }, parameters: { x: 1 } },
	"tabular-regression": { inputs: { data: { a: ["1", "2"] } }, parameters: { x: 1 } },
	"token-classification": { inputs: "Ann", parameters: { stride: 2 } },
	translation: { inputs: "Hello", parameters: { src_lang: "en", tgt_lang: "de" } },
	summarization: { inputs: "long", parameters: { truncation: "only_first" } },
	"document-question-answering": { inputs: { image: IMAGE, question: "q" }, parameters: { top_k: 2 } },
	"visual-question-answering": { inputs: { image: IMAGE, question: "q" }, parameters: { top_k: 2 } },
	"zero-shot-image-classification": { inputs: IMAGE, parameters: { candidate_labels: ["cat", "dog"] } },
};

const BLOB_ONLY = [
	"together image-to-image",
	"together image-to-video",
	"zai-org image-to-text",
	"replicate automatic-speech-recognition",
	"novita image-text-to-video",
];

/** All cases of a task at a provider. */
export function casesOf(provider: string, task: string): Case[] {
	const cases = task === "conversational" ? chatCases(provider) : taskCases(provider, task);
	const [basic] = cases;
	if (!basic) return [];
	const all = [...cases, ...tokenCases(provider, basic)];
	if (provider === "novita" && task === "image-text-to-video") return all.map(withPrompt);
	// The service is not on the router, so it needs its own key.
	if (provider === "openai") return all.map((item) => ({ ...item, token: "sk_x" }));
	return all.map((item) => deviate(provider, task, item));
}

/** MiniMax H3 works only with a prompt, and the reference knows no other model of the task there. */
function withPrompt({ args, ...item }: Case): Case {
	const parameters = { prompt: "make it", ...members(args["parameters"] ?? null) };
	return { ...item, args: { ...args, parameters }, mapping: { providerId: "MiniMax-H3" } };
}

/** Returns the first case with every other kind of credentials. */
function tokenCases(provider: string, basic: Case): Case[] {
	const sendsUndefined = ["black-forest-labs", "clarifai", "fal-ai", "replicate"].includes(provider);
	const tokens: Case[] = [{ ...basic, name: "key", token: "sk_x" }];
	if (["together", "fal-ai"].includes(provider)) {
		tokens.push({ ...basic, name: "bill-to", options: { ...basic.options, billTo: "acme" } });
	}
	if (provider === "openai") return tokens;
	return [
		...tokens,
		{ ...basic, name: "no-token", token: "", ...(sendsUndefined ? { deviation: "no-token" } : {}) },
		{
			...basic,
			name: "credentials",
			token: "",
			options: { ...basic.options, includeCredentials: "include" },
			deviation: "no-token",
		},
	];
}

function chatCases(provider: string): Case[] {
	const args = { messages: MESSAGES, max_tokens: 7, temperature: 0.5 };
	const name = provider === "cerebras" ? "store" : "extra";
	const cases: Case[] = [
		{ name: "basic", args },
		{ name, args: { ...args, store: true, extra_top: "x" } },
		{ name: "stream", args, stream: true },
		{ name: "schema", args: { ...args, response_format: SCHEMA } },
	];
	if (["nebius", "sambanova", "together"].includes(provider)) {
		cases.push(
			{ name: "schema-and-more", args: { ...args, response_format: { ...SCHEMA, extra: 1 } } },
			{ name: "stream-all-the-same", args: { ...args, stream: false }, stream: true },
		);
	}
	return cases;
}

function taskCases(provider: string, task: string): Case[] {
	const pair = `${provider} ${task}`;
	const fileTask = FILE_TASKS[task];
	const { parameters } = fileTask ?? PLAIN_TASKS[task] ?? { parameters: {} };
	const inputs = fileTask ? fileTask.file : PLAIN_TASKS[task]?.inputs;
	const isRaw =
		provider === "hf-inference" && fileTask !== undefined && !["image-segmentation", "image-to-image"].includes(task);
	const falFiles = provider === "fal-ai" && fileTask !== undefined;
	const deviation = isRaw ? { deviation: "binary-parameters" } : {};
	const cases: Case[] = [
		// These tasks require labels.
		task.startsWith("zero-shot")
			? { name: "basic", args: { inputs, parameters }, ...deviation }
			: { name: "basic", args: { inputs } },
		{
			name: "parameters",
			args: { inputs, parameters, extra_top: "x" },
			...deviation,
			...(pair === "novita text-to-video" ? {} : {}),
		},
	];
	if (provider !== "hf-inference") {
		const swallows = falFiles && task !== "automatic-speech-recognition";
		cases.push({
			name: "overrides",
			args: { inputs, parameters: OVERRIDES },
			...(swallows ? { deviation: "parameter-names" } : {}),
			...(pair === "novita text-to-video" ? { deviation: "novita-steps" } : {}),
		});
	}
	if (fileTask) cases.push(...fileCases(provider, task, fileTask.file, isRaw));
	if (task === "text-to-image") {
		const isUnsupported = (outputType: string) =>
			outputType === "dataUrl" && ["hyperbolic", "nebius", "black-forest-labs"].includes(provider);
		for (const outputType of ["url", "json", "dataUrl"]) {
			cases.push({
				name: outputType,
				args: { inputs },
				options: { outputType },
				...(provider === "hf-inference" && outputType === "json" ? { deviation: "json-of-a-file" } : {}),
				...(outputType === "dataUrl"
					? ["hyperbolic", "nebius", "black-forest-labs"].includes(provider)
						? { reference: "none" as const }
						: ["deepinfra", "nscale", "together"].includes(provider)
							? { reference: "late" as const }
							: { deviation: "data-url-type" }
					: {}),
				...(isUnsupported(outputType) ? { reference: "none" as const } : {}),
			});
		}
	}
	if (["fal-ai", "replicate", "wavespeed"].includes(provider) && !/audio|speech|segmentation/.test(task)) {
		cases.push({ name: "lora", args: { inputs }, mapping: LORA });
		cases.push({ name: "lora-without-path", args: { inputs }, mapping: { adapter: "lora" } });
	}
	if (pair === "fal-ai text-to-image") {
		cases.push({ name: "lora-sdxl", args: { inputs }, mapping: { ...LORA, providerId: "fal-ai/lora" } });
	}
	if (provider === "replicate") {
		cases.push({
			name: "version",
			args: { inputs, parameters: { seed: 1 } },
			mapping: { providerId: "owner/name:abc123" },
		});
	}
	if (task.startsWith("image-text-to-")) {
		const prompt = { parameters: { prompt: "make it", seed: 1 } };
		cases.push({ name: "no-image", args: prompt }, { name: "no-image-key", args: prompt, token: "sk_x" });
		if (provider === "fal-ai") {
			cases.push({ name: "no-image-short-id", args: prompt, token: "sk_x", mapping: { providerId: "flux" } });
		}
	}
	if (pair === "novita image-text-to-video") {
		const sizes = { num_frames: 240, target_size: { width: 1545, height: 1000 } };
		cases.push({ name: "sizes", args: { parameters: { ...sizes, seed: 1 } } });
	}
	if (pair === "together text-to-speech") {
		cases.push({ name: "kokoro", args: { inputs }, mapping: { providerId: "hexgrad/Kokoro-82M" } });
	}
	if (pair === "together image-to-image") {
		cases.push({ name: "kontext", args: { inputs }, mapping: { providerId: "bfl/FLUX.1-Kontext-dev" } });
	}
	if (provider === "wavespeed" && task.startsWith("image-")) {
		cases.push(
			{ name: "images", args: { inputs, parameters: { prompt: "p", images: ["AAAA", "BBBB"] } } },
			{ name: "images-argument", args: { inputs, images: ["CCCC"], parameters: { images: ["AAAA"] } } },
			{ name: "images-mixed", args: { inputs, images: ["CCCC", 1] } },
		);
	}
	if (task.endsWith("-to-video") && provider === "fal-ai" && fileTask) {
		cases.push(
			{ name: "image-url", args: { inputs, image_url: "https://images.test/a.png" } },
			{ name: "image-url-parameter", args: { inputs, parameters: { image_url: "https://images.test/a.png" } } },
		);
	}
	if (pair === "fal-ai image-segmentation") {
		cases.push({ name: "image-url", args: { inputs, parameters: { image_url: "https://images.test/a.png" } } });
	}
	if (task === "text-generation" && provider !== "hf-inference") {
		cases.push({ name: "stream", args: { inputs, parameters }, stream: true });
	}
	if (task === "feature-extraction") {
		cases.push({ name: "one-text", args: { inputs: "a", encoding_format: "float", dimensions: 3 } });
	}
	return cases;
}

function fileCases(provider: string, task: string, file: Members, isRaw: boolean): Case[] {
	const pair = `${provider} ${task}`;
	const isFal = provider === "fal-ai";
	const isAudio = file["type"] === "audio/wav";
	const untyped = { ...file, type: "" };
	const cases: Case[] = [];
	if (!(isFal && isAudio)) {
		cases.push({ name: "untyped", args: { inputs: untyped }, ...(isFal ? { deviation: "untyped-image" } : {}) });
		if (!BLOB_ONLY.includes(pair)) {
			const isUnknown = pair === "replicate image-to-image";
			const bytes = isAudio ? { $bytes: "BAUG" } : BYTES;
			cases.push(
				{ name: "bytes", args: { inputs: bytes }, ...(isUnknown ? { deviation: "bytes" } : {}) },
				{ name: "view", args: { inputs: isAudio ? { $view: "BAUG" } : VIEW }, deviation: "bytes" },
			);
		}
	}
	const dataUrl = isAudio ? "data:audio/wav;base64,BAUG" : DATA_URL;
	cases.push({ name: "data-url", args: { inputs: dataUrl }, deviation: "addresses" });
	const takesData =
		isRaw ||
		(isAudio && task !== "audio-to-audio") ||
		pair === "zai-org image-to-text" ||
		pair === "fal-ai audio-to-audio";
	if (takesData) {
		const polls = isFal && task === "audio-to-audio" ? { deviation: "one-resolution" } : {};
		cases.push({ name: "legacy-data", args: { data: file }, ...polls });
	}
	if (pair === "fal-ai image-segmentation") {
		cases.push({ name: "legacy-data", args: { data: file }, deviation: "legacy-data" });
	}
	if (isFal && isAudio) {
		const types = ["audio/mpeg", "audio/mp3", "audio/wave", "audio/x-wav", "audio/webm", "video/webm", "audio/mp4"];
		for (const type of types) {
			const isRefused = type === "audio/mp4" ? { reference: "none" as const } : {};
			cases.push({ name: type.replace("/", "-"), args: { inputs: { ...file, type } }, ...isRefused });
		}
	}
	if (["together", "deepinfra"].includes(provider) && isAudio) {
		for (const type of ["audio/mpeg", "audio/x-m4a", "audio/flac", "audio/ogg", "audio/webm", "audio/aac"]) {
			cases.push({ name: type.replace("/", "-"), args: { inputs: { ...file, type } } });
		}
		const parameterized = { ...file, type: "audio/webm;codecs=opus" };
		const strips = provider === "together" ? { deviation: "media-type-parameters" } : {};
		cases.push({ name: "audio-webm-opus", args: { inputs: parameterized }, ...strips });
	}
	return cases;
}

/** Bodies that differ from the reference's on purpose. */
function deviate(provider: string, task: string, item: Case): Case {
	const pair = `${provider} ${task}`;
	const hasParameters = item.args["parameters"] !== undefined;
	if (task === "text-generation" && item.stream) return { ...item, deviation: "token-events" };
	if (["groq text-generation", "novita text-generation"].includes(pair))
		return { ...item, deviation: "chat-completion" };
	if (/^(nebius|scaleway|together) text-generation$/.test(pair) && hasParameters) {
		return { ...item, deviation: "flat-parameters" };
	}
	// The function is newer than the pair; the details are newer than the task.
	const isYounger = pair === "hf-inference text-to-audio" || pair === "together text-generation";
	if (isYounger && !item.deviation) return { ...item, reference: "late" };
	const isPlainEmbedding = item.name === "basic" || ["key", "bill-to", "no-token"].includes(item.name);
	if (/^(nebius|scaleway) feature-extraction$/.test(pair) && !isPlainEmbedding) {
		return { ...item, deviation: "embedding-options" };
	}
	return item;
}
