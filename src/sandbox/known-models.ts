import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import type { InferenceProvider } from "../inference/index.ts";
import knownTasks from "./data/known-tasks.json" with { type: "json" };

/** Facts about the models of a task. */
interface KnownTask {
	/** Well-known models; the first is the task's default. */
	models: readonly string[];
	/** A second task that the models do. */
	also?: WidgetType;
	/** Classes of transformers that load the models, and what turns their input into tensors. */
	autoModel?: string;
	processor?: string;
	/**
	 * The provider that `auto` chooses last, because it supports less of the task. Together accepts only small first
	 * frames.
	 */
	last?: InferenceProvider;
}

/** The models by task. A search finds these. */
export const KNOWN_TASKS: { readonly [Task in WidgetType]?: KnownTask } = knownTasks as Record<string, KnownTask>;

/** Words of model names that imply the task; the first match wins. */
const TASK_WORDS: readonly (readonly [RegExp, WidgetType])[] = [
	[/all-minilm|all-mpnet|paraphrase-|sentence-t5/, "sentence-similarity"],
	[/superb-er|speech-emotion|emotion-recognition|superb-(?:ks|sid|ic)/, "audio-classification"],
	[/panoptic|-semantic|cityscapes|ade20k|-ade\b|-seg\b/, "image-segmentation"],
	[/tapas|tapex/, "table-question-answering"],
	[/layoutlm|docvqa|donut|udop|document/, "document-question-answering"],
	[/vqa|deplot|matcha|pix2struct/, "visual-question-answering"],
	[/speech-emotion|speech_command|mms-lid|ast-finetuned|audioset/, "audio-classification"],
	[/whisper|wav2vec|w2v|\basr\b|canary|parakeet|seamless|speech-recognition|stt/, "automatic-speech-recognition"],
	[/speecht5_vc|resemble-enhance|sepformer|demucs|voice-conversion/, "audio-to-audio"],
	[
		/\btts\b|tts-|-tts|vits|piper|kokoro|\bbark\b|speecht5|chatterbox|orpheus|fish-speech|xtts|parler/,
		"text-to-speech",
	],
	[/musicgen|audioldm|stable-audio|audiogen|riffusion/, "text-to-audio"],
	[/siglip|\bclip\b|-clip|clip-/, "zero-shot-image-classification"],
	[/mnli|zero-?shot|gliclass|-nli/, "zero-shot-classification"],
	[/squad|-qa\b/, "question-answering"],
	[/\bner\b|conll|gliner|\bpos\b/, "token-classification"],
	[/nllb|opus-mt|madlad|translat|(?:^|\/)t5-/, "translation"],
	[/bart-large-cnn|summari|pegasus|xsum/, "summarization"],
	[/sst-?2|sentiment|finbert|emotion|toxic|prompt-guard|language-detection|spam/, "text-classification"],
	[/\bbge\b|bge-|\be5\b|e5-|\bgte\b|gte-|minilm|mpnet|embed|sentence-transformers/, "feature-extraction"],
	[/kontext|-edit\b|pix2pix|inpaint|aurasr|upscal|vton|relight|-fill-/, "image-to-image"],
	[/i2v|framepack|vace|stable-video|\bsvd\b/, "image-to-video"],
	[/t2v|hunyuanvideo|ltx-video|cosmos|mochi|cogvideo|text2video|\bwan2/, "text-to-video"],
	[/flux|stable-diffusion|sdxl|\bsd3|qwen-image|hyper-sd|dall-?e|imagen|pixart|kandinsky/, "text-to-image"],
	[/detr|yolo|object-detect/, "object-detection"],
	[/segment|segformer|mask2former|rmbg|birefnet|panoptic|eomt|\bsam\b/, "image-segmentation"],
	[/\bvit\b|vit-|deit|convnext|resnet|swin|mobilenet|efficientnet/, "image-classification"],
	[/ocr|caption|blip/, "image-to-text"],
	[/bert|electra/, "fill-mask"],
	[/\biris\b|cancer|titanic|churn|wine-/, "tabular-classification"],
	[/fish-weight|housing|house-price/, "tabular-regression"],
	[/gpt-?2\b|bloom|pythia|\bopt-|starcoder|-base\b|-pt\b/, "text-generation"],
];

/** Owners in addition to those of the known models. */
const FURTHER_OWNERS = `
	sandbox fal-ai wavespeed-ai minimax prunaai bytedance google microsoft meta mistral cohere coherelabs deepgram
	cartesia swiss-ai nvidia unsloth bartowski ggml-org lmstudio-community mlx-community onnx-community xenova
	thebloke stabilityai sentence-transformers huggingfaceh4 tiiuae moonshotai minimaxai allenai xlabs-ai runwayml
	compvis salesforce superb suno helsinki-nlp bigscience eleutherai mixedbread-ai nomic-ai jinaai snowflake
	ibm-granite liquidai 01-ai xai-org accounts`;
const OWNERS = new Set(
	[
		...Object.values(KNOWN_TASKS).flatMap(({ models }) => models.map((id) => id.split("/")[0] ?? "")),
		...FURTHER_OWNERS.trim().split(/\s+/),
	].map((owner) => owner.toLowerCase()),
);

/** Model names at providers that omit the owner. */
const FAMILIES =
	/^(?:gpt|o[134]|chatgpt|dall-e|tts|whisper|distil-whisper|text-embedding|text-moderation|llama|meta-llama|mixtral|mistral|ministral|codestral|magistral|gemma|qwen|qwq|deepseek|kimi|glm|command|c4ai|embed-|rerank|flux|playai|canopylabs|sonar|bge|gte|e5|all-minilm|bert|distilbert|gpt2|cogview|cogvideo|hunyuan|wan|kling|sd3|sdxl|stable-diffusion|sandbox\.|accounts-)/;

/**
 * Whether the sandbox has a model: its owner is `sandbox` or a known one, or its name belongs to a known family that
 * providers call without an owner. Nothing with `no-such` exists.
 */
export function modelExists(model: string): boolean {
	const id = model.toLowerCase();
	if (id.length > 256 || id.includes("no-such")) return false;
	const [first = "", ...others] = id.split("/");
	return others.length === 0 || others[0] === "" ? FAMILIES.test(first) || isVersion(first) : OWNERS.has(first);
}

/** The hash of a version, as Replicate has them. */
function isVersion(id: string): boolean {
	return /^[0-9a-f]{40,64}$/.test(id);
}

const KNOWN_TASK = new Map<string, WidgetType>(
	Object.entries(KNOWN_TASKS).flatMap(([task, { models }]) =>
		models.map((id) => [id.toLowerCase(), task as WidgetType]),
	),
);
const TASK_IDS = [...PIPELINE_TYPES, "conversational" as const].filter((id) => id !== "other");

/**
 * Returns the task a model's name states word for word, such as that of `acme/tiny-text-to-video`: the longest in the
 * last part of the name that has one.
 */
function findStatedTask(model: string): WidgetType | undefined {
	return model
		.split("/")
		.map((part) => {
			const words = `-${part.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-`;
			return TASK_IDS.filter((task) => words.includes(`-${task}-`)).sort((a, b) => b.length - a.length)[0];
		})
		.findLast((task) => task !== undefined);
}

/** Returns the task that a model's name states; undefined if it states none. */
export function findTask(model: string): WidgetType | undefined {
	const id = model.toLowerCase();
	const known = KNOWN_TASK.get(id) ?? findStatedTask(id);
	return known ?? TASK_WORDS.find(([word]) => word.test(id))?.[1];
}

/** Returns the task of a model. A model whose name states no task is a chat model. */
export function taskOf(model: string): WidgetType {
	return findTask(model) ?? "conversational";
}

/** All tasks of a model. A name that states its task means only that task, and so do names of base models. */
export function tasksOf(model: string): WidgetType[] {
	const task = taskOf(model);
	const known = KNOWN_TASK.has(model.toLowerCase());
	const also = KNOWN_TASKS[task]?.also;
	if (also === undefined || (!known && findStatedTask(model) !== undefined)) return [task];
	if (task === "text-generation") return known ? [also, task] : [task];
	return [task, also];
}
