import { PIPELINE_TYPES, type WidgetType } from "../catalogue/index.ts";
import { ALL_PROVIDERS, type Call, type InferenceProvider } from "../inference/index.ts";
import { KNOWN_MODELS } from "./known-models.ts";
import { SERVED_TASKS } from "./served-tasks.ts";

/** Organization whose models state what they do in their name. */
export const SANDBOX_ORG = "sandbox";

/** Prefixes of model names of the organization `sandbox`. */
const BEHAVIOURS = [
	"missing",
	"gated",
	"staging",
	"unserved",
	"failing",
	"endless",
	"queued",
	"limited",
	"overloaded",
	"lora",
] as const;

/** How a model made for tests misbehaves. */
export type Behavior = (typeof BEHAVIOURS)[number];

/** Words of model names that imply the task; the first match wins. */
const WORDS: readonly (readonly [RegExp, WidgetType])[] = [
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

/** Tasks a model can do beside its own. */
const ALSO: { readonly [Task in WidgetType]?: WidgetType } = {
	conversational: "text-generation",
	"text-generation": "conversational",
	"text-to-speech": "text-to-audio",
	"sentence-similarity": "feature-extraction",
	"image-text-to-image": "text-to-image",
	"image-text-to-video": "text-to-video",
};

const KNOWN_TASK = new Map<string, WidgetType>(
	Object.entries(KNOWN_MODELS).flatMap(([task, ids]) => ids.map((id) => [id.toLowerCase(), task as WidgetType])),
);
const TASK_IDS = [...PIPELINE_TYPES, "conversational" as const].filter((id) => id !== "other");

/** The behavior a name asks for: `sandbox/failing-text-to-video` fails. */
export function behaviorOf(model: string): Behavior | undefined {
	const [, word] = /(?:^|\/)sandbox[/.]([a-z]+)(?:[-/]|$)/.exec(model.toLowerCase()) ?? [];
	return BEHAVIOURS.find((behavior) => behavior === word);
}

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

/** Returns the task that a model's name states; undefined when it states none. */
export function findTask(model: string): WidgetType | undefined {
	const id = model.toLowerCase();
	const known = KNOWN_TASK.get(id) ?? findStatedTask(id);
	return known ?? WORDS.find(([word]) => word.test(id))?.[1];
}

/** Returns the task of a model. A model whose name states no task is a chat model. */
export function taskOf(model: string): WidgetType {
	return findTask(model) ?? "conversational";
}

/** Everything a model does. A name that states its task means that task alone, and so do names of base models. */
function tasksOf(model: string): WidgetType[] {
	const task = taskOf(model);
	const known = KNOWN_TASK.has(model.toLowerCase());
	const also = ALSO[task];
	if (also === undefined || (!known && findStatedTask(model) !== undefined)) return [task];
	if (task === "text-generation") return known ? [also, task] : [task];
	return [task, also];
}

type MappingEntry = NonNullable<Call["mapping"]>;

/** Providers that answer at once come before those with queues, so that `auto` is quick. */
const ORDER: readonly InferenceProvider[] = ["replicate", "together", "deepinfra", "hf-inference"];
/** Together takes small first frames only, so for these tasks it comes last. */
const SMALL_FRAMES: readonly WidgetType[] = ["image-to-video"];

/** Who serves a model: everybody who serves one of its tasks. */
export function createMapping(model: string): MappingEntry[] {
	const behavior = behaviorOf(model);
	if (behavior === "unserved") return [];
	const tasks = tasksOf(model);
	const ids = ALL_PROVIDERS.filter(({ closedSource }) => !closedSource).map(({ id }) => id as InferenceProvider);
	const needsFrames = tasks.some((task) => SMALL_FRAMES.includes(task));
	const order = [...new Set([...ORDER, ...ids])].sort((a, b) =>
		needsFrames ? Number(a === "together") - Number(b === "together") : 0,
	);
	return order.flatMap((provider) => {
		const able = tasks.filter((task) => SERVED_TASKS[provider].includes(task));
		// The hub's own service does the second task, so that both can be had.
		const task = provider === "hf-inference" ? able.at(-1) : able[0];
		if (task === undefined || !offers(provider, model)) return [];
		return {
			provider,
			hfModelId: model,
			providerId: nameFor(provider, model, task),
			status: behavior === "staging" ? "staging" : "live",
			task,
			...(behavior === "lora" ? { adapter: "lora", adapterWeightsPath: "pytorch_lora_weights.safetensors" } : {}),
			type: behavior === "lora" ? "tag-filter" : "single-model",
		};
	});
}

/** Black Forest Labs serves its own models only. */
function offers(provider: InferenceProvider, model: string): boolean {
	return provider !== "black-forest-labs" || /^(?:black-forest-labs|sandbox)\//i.test(model);
}

/** The name a provider gives a model. Where its routes do not imply the task, the name states it. */
function nameFor(provider: InferenceProvider, model: string, task: WidgetType): string {
	const slug = model.toLowerCase();
	switch (provider) {
		case "fal-ai":
			return `fal-ai/${slug}/${task}`;
		case "wavespeed":
			return `${slug}/${task}`;
		case "novita":
			return task === "text-to-video" ? `${slug}-t2v` : slug;
		case "black-forest-labs":
			// One path segment; the organization stays only where it means something.
			return slug.startsWith(`${SANDBOX_ORG}/`) ? slug.replace("/", ".") : (slug.split("/").at(-1) ?? slug);
		case "replicate":
			return slug;
		default:
			return model;
	}
}
