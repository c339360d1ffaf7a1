import type { ModelRecord } from "../page.ts";

/** Twelve records of models, as Hugging Face describes them, cut down to what code is made of. */

const live = (task: string, ids: Record<string, string>) =>
	Object.entries(ids).map(([provider, providerId]) => ({ provider, providerId, status: "live", task }));

/** An entry of a record's mapping: who serves the model, for which task, under which id. */
export interface ModelMapping {
	provider: string;
	providerId: string;
	status: string;
	task: string;
}

type SampleModel = Omit<ModelRecord, "inferenceProviderMapping"> & {
	what: string;
	inferenceProviderMapping?: ModelMapping[];
};

/** The one shown first. */
export const FIRST_SAMPLE: SampleModel = {
	id: "meta-llama/Llama-3.1-8B-Instruct",
	what: "Chat",
	pipeline_tag: "text-generation",
	library_name: "transformers",
	tags: ["transformers", "safetensors", "llama", "text-generation", "conversational", "en"],
	transformersInfo: {
		auto_model: "AutoModelForCausalLM",
		pipeline_tag: "text-generation",
		processor: "AutoTokenizer",
	},
	config: {
		architectures: ["LlamaForCausalLM"],
		model_type: "llama",
		tokenizer_config: { chat_template: "{{ messages }}" },
	},
	inferenceProviderMapping: live("conversational", {
		cerebras: "llama3.1-8b",
		nebius: "meta-llama/Meta-Llama-3.1-8B-Instruct",
		novita: "meta-llama/llama-3.1-8b-instruct",
		nscale: "meta-llama/Llama-3.1-8B-Instruct",
		sambanova: "Meta-Llama-3.1-8B-Instruct",
	}),
};

export const SAMPLE_MODELS: SampleModel[] = [
	FIRST_SAMPLE,
	{
		id: "Qwen/Qwen2.5-VL-72B-Instruct",
		what: "Chat with images",
		pipeline_tag: "image-text-to-text",
		library_name: "transformers",
		tags: ["transformers", "safetensors", "qwen2_5_vl", "image-text-to-text", "conversational", "en"],
		transformersInfo: {
			auto_model: "AutoModelForImageTextToText",
			pipeline_tag: "image-text-to-text",
			processor: "AutoProcessor",
		},
		config: {
			architectures: ["Qwen2_5_VLForConditionalGeneration"],
			processor_config: { chat_template: "{{ messages }}" },
		},
		inferenceProviderMapping: live("conversational", {
			hyperbolic: "Qwen/Qwen2.5-VL-72B-Instruct",
			nebius: "Qwen/Qwen2.5-VL-72B-Instruct",
		}),
	},
	{
		id: "black-forest-labs/FLUX.1-schnell",
		what: "Text to image",
		pipeline_tag: "text-to-image",
		library_name: "diffusers",
		tags: ["diffusers", "safetensors", "text-to-image", "diffusers:FluxPipeline", "en"],
		inferenceProviderMapping: live("text-to-image", {
			"fal-ai": "fal-ai/flux/schnell",
			"hf-inference": "black-forest-labs/FLUX.1-schnell",
			nebius: "black-forest-labs/flux-schnell",
			replicate: "black-forest-labs/flux-schnell",
			together: "black-forest-labs/FLUX.1-schnell",
		}),
	},
	{
		id: "openai/whisper-large-v3",
		what: "Speech to text",
		pipeline_tag: "automatic-speech-recognition",
		library_name: "transformers",
		tags: ["transformers", "safetensors", "whisper", "automatic-speech-recognition", "audio"],
		transformersInfo: {
			auto_model: "AutoModelForSpeechSeq2Seq",
			pipeline_tag: "automatic-speech-recognition",
			processor: "AutoProcessor",
		},
		inferenceProviderMapping: live("automatic-speech-recognition", {
			"fal-ai": "fal-ai/whisper",
			"hf-inference": "openai/whisper-large-v3",
		}),
	},
	{
		id: "sentence-transformers/all-MiniLM-L6-v2",
		what: "Embeddings",
		pipeline_tag: "sentence-similarity",
		library_name: "sentence-transformers",
		tags: [
			"sentence-transformers",
			"safetensors",
			"bert",
			"feature-extraction",
			"sentence-similarity",
			"transformers",
			"en",
		],
		transformersInfo: { auto_model: "AutoModel", pipeline_tag: "feature-extraction", processor: "AutoTokenizer" },
		inferenceProviderMapping: live("sentence-similarity", {
			"hf-inference": "sentence-transformers/all-MiniLM-L6-v2",
		}),
	},
	{
		id: "dslim/bert-base-NER",
		what: "Names in a text",
		pipeline_tag: "token-classification",
		library_name: "transformers",
		tags: ["transformers", "safetensors", "bert", "token-classification", "en"],
		transformersInfo: {
			auto_model: "AutoModelForTokenClassification",
			pipeline_tag: "token-classification",
			processor: "AutoTokenizer",
		},
		inferenceProviderMapping: live("token-classification", { "hf-inference": "dslim/bert-base-NER" }),
	},
	{
		id: "google-bert/bert-base-uncased",
		what: "Missing words",
		pipeline_tag: "fill-mask",
		library_name: "transformers",
		mask_token: "[MASK]",
		tags: ["transformers", "safetensors", "bert", "fill-mask", "en"],
		transformersInfo: { auto_model: "AutoModelForMaskedLM", pipeline_tag: "fill-mask", processor: "AutoTokenizer" },
		inferenceProviderMapping: live("fill-mask", { "hf-inference": "google-bert/bert-base-uncased" }),
	},
	{
		id: "bartowski/Llama-3.2-3B-Instruct-GGUF",
		what: "GGUF, for local apps",
		pipeline_tag: "text-generation",
		tags: ["gguf", "text-generation", "conversational", "en"],
		gguf: {
			total: 3212749888,
			architecture: "llama",
			context_length: 131072,
			chat_template: "{{ messages }}{{ tools }}",
		},
		siblings: ["Q4_K_M", "Q5_K_M", "Q8_0"].map((type) => ({ rfilename: `Llama-3.2-3B-Instruct-${type}.gguf` })),
	},
	{
		id: "mlx-community/Qwen2.5-7B-Instruct-4bit",
		what: "Chat on a Mac",
		pipeline_tag: "text-generation",
		library_name: "mlx",
		tags: ["mlx", "safetensors", "qwen2", "text-generation", "conversational", "en"],
		config: { tokenizer_config: { chat_template: "{{ messages }}" } },
	},
	{
		id: "timm/resnet50.a1_in1k",
		what: "Image classes",
		pipeline_tag: "image-classification",
		library_name: "timm",
		tags: ["timm", "safetensors", "image-classification", "transformers"],
		transformersInfo: {
			auto_model: "AutoModelForImageClassification",
			pipeline_tag: "image-classification",
			processor: "AutoImageProcessor",
		},
		inferenceProviderMapping: live("image-classification", { "hf-inference": "timm/resnet50.a1_in1k" }),
	},
	{
		id: "Xenova/distilbert-base-uncased-finetuned-sst-2-english",
		what: "Sentiment, in the browser",
		pipeline_tag: "text-classification",
		library_name: "transformers.js",
		tags: ["transformers.js", "onnx", "distilbert", "text-classification"],
	},
	{
		id: "julien-c/wine-quality",
		what: "Tables",
		pipeline_tag: "tabular-classification",
		library_name: "sklearn",
		tags: ["sklearn", "joblib", "tabular-classification"],
		config: { sklearn: { model: { file: "sklearn_model.joblib" }, model_format: "pickle" } },
	},
];
