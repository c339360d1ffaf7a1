import { readMember } from "../base/json.ts";
import type { WidgetType } from "../catalogue/index.ts";
import { type Searched, searchEntries } from "../catalogue/search-words.ts";
import { SIGNATURES } from "../catalogue/signatures.ts";
import config from "./data/model-config.json" with { type: "json" };
import { findChatTask, KNOWN_TASKS, listKnownModels, SANDBOX_ORG, TASK_IDS, taskOf } from "./known-models.ts";
import { createMapping } from "./offers.ts";
import { createRandom } from "./random.ts";

const DAY = 24 * 60 * 60 * 1000;
const VISION = /\bvl\b|-vl-|vision|llava|smolvlm|pixtral|internvl/;

const IMAGE_MAKERS = /^(text|image|image-text)-to-(image|video)$/;

/** Whether a chat model takes images, judged by its name. */
export function seesImages(model: string): boolean {
	return VISION.test(model.toLowerCase()) || /image|video|any/.test(findChatTask(model) ?? "");
}

/** The task a model's page shows. */
function pipelineTagOf(model: string): WidgetType {
	const task = taskOf(model);
	if (task !== "conversational") return task;
	return findChatTask(model) ?? (seesImages(model) ? "image-text-to-text" : "text-generation");
}

/** Returns a record for any model, plausible and always the same; `inferenceProviderMapping` included. */
export function createRecord(model: string, now: number) {
	const random = createRandom("record", model);
	const id = model.toLowerCase();
	const task = taskOf(model);
	const tag = pipelineTagOf(model);
	const isChat = task === "conversational" || (task === "text-generation" && INSTRUCTED.test(id));
	const hasMask = task !== "other" && SIGNATURES[task].output === "guesses";
	const maskToken = hasMask ? (id.includes("roberta") ? "<mask>" : "[MASK]") : undefined;
	const isDiffusion = IMAGE_MAKERS.test(task);
	const isSentence = id.startsWith("sentence-transformers/") || /bge|gte|\be5\b/.test(id);
	const format = FORMATS.find(({ models }) => models.test(id));
	const weights = format?.files(model.split("/").at(-1) ?? model) ?? ["model.safetensors"];
	const library =
		format?.library ?? (isDiffusion ? "diffusers" : isSentence ? "sentence-transformers" : "transformers");
	const family = config.architectures.find(({ words }) => new RegExp(words).test(id));
	const size = sizeOf(id) ?? (30 + random.below(900)) * 1e6;
	// Whole days, so that a record does not change between two requests.
	const today = Math.floor(now / DAY) * DAY;
	const before = (days: number): string => new Date(today - days * DAY).toISOString();
	const createdAt = before(100 + random.below(900));
	const lastModified = before(random.below(100));
	const sha = Array.from({ length: 40 }, () => random.below(16).toString(16)).join("");
	const { autoModel, processor } = KNOWN_TASKS[task] ?? {};
	return {
		_id: sha.slice(0, 24),
		id: model,
		modelId: model,
		author: model.split("/")[0],
		sha,
		lastModified,
		createdAt,
		private: false,
		gated: false,
		disabled: false,
		inference: "warm",
		downloads: 1000 + random.below(2_000_000),
		likes: 10 + random.below(5000),
		trendingScore: random.below(100),
		pipeline_tag: tag,
		library_name: library,
		tags: [
			...(format?.tags ?? [library, "safetensors"]),
			...(family ? [family.type] : []),
			tag,
			...(isChat ? ["conversational"] : []),
			"en",
			"license:apache-2.0",
			"endpoints_compatible",
		],
		...(maskToken ? { mask_token: maskToken } : {}),
		config: {
			...(family ? { architectures: [family.class], model_type: family.type } : {}),
			...(isDiffusion ? { diffusers: { _class_name: "DiffusionPipeline" } } : {}),
			...(maskToken ? { tokenizer_config: { mask_token: maskToken } } : {}),
			...(isChat ? { tokenizer_config: config.chatTokenizer } : {}),
		},
		cardData: { license: "apache-2.0", language: ["en"], pipeline_tag: tag, library_name: library },
		...(autoModel !== undefined && library === "transformers"
			? { transformersInfo: { auto_model: autoModel, pipeline_tag: tag, processor } }
			: {}),
		...(format?.library === "gguf"
			? { gguf: { total: size, architecture: family?.type ?? "llama", context_length: 8192 } }
			: { safetensors: { parameters: { BF16: size }, total: size, sharded: size > 5e9 } }),
		siblings: ["README.md", "config.json", ...weights].map((rfilename) => ({ rfilename })),
		spaces: [],
		inferenceProviderMapping: createMapping(model),
	};
}

/** Names of text generators that were trained for conversations, and known ones. */
const INSTRUCTED = /\b(?:it|instruct|chat|thinking|coder|glm|smollm3)\b|gpt-oss|glm-|deepseek-r1/;

/** Returns the number of parameters an id states: `…-7B`, `…-86M`. */
function sizeOf(id: string): number | undefined {
	const [, number, unit] = /(?:^|[-_])(\d+(?:\.\d+)?)([bm])(?:[-_]|$)/.exec(id) ?? [];
	return number === undefined ? undefined : Math.round(Number(number) * (unit === "b" ? 1e9 : 1e6));
}

/** Facts on Hugging Face about a copy of a model in another format. */
interface ModelFormat {
	/** Ids of such models, in lower case. */
	models: RegExp;
	library: string;
	tags: readonly string[];
	/** Its weights, by the name of the model without owner. */
	files(name: string): string[];
}

/** Usual sizes of GGUF files. */
const QUANT_TYPES = ["Q3_K_M", "Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0"];

/** The first match wins; original models match none. */
const FORMATS: readonly ModelFormat[] = [
	{
		models: /-gguf$/,
		library: "gguf",
		tags: ["gguf"],
		files: (name) => QUANT_TYPES.map((type) => `${name.replace(/-gguf$/i, "")}-${type}.gguf`),
	},
	{
		models: /^mlx-community\//,
		library: "mlx",
		tags: ["mlx", "safetensors"],
		files: () => ["model.safetensors"],
	},
	{
		models: /^(?:onnx-community|xenova)\//,
		library: "transformers.js",
		tags: ["transformers.js", "onnx"],
		files: () => ["onnx/model.onnx", "onnx/model_q4.onnx"],
	},
];

/** Returns the models of a task, the default first; each task has at least `sandbox/<task>`. */
export function listModels(task: WidgetType): readonly string[] {
	return [...(KNOWN_TASKS[task]?.models ?? []), `${SANDBOX_ORG}/${task}`];
}

/** One page of the models that fit a query, and whether more follow. */
export function searchModels(
	query: URLSearchParams,
	now: number,
): { models: Record<string, unknown>[]; nextCursor: number | undefined } {
	const fits = createFilter(query);
	const words = query.get("search")?.trim() ?? "";
	// A search finds more than the lists of tasks hold.
	const ids = [
		...new Set([
			...listModels("conversational"),
			...TASK_IDS.flatMap(listModels),
			...(words === "" ? [] : listKnownModels()),
		]),
	];
	const fitting = ids.map((id) => createRecord(id, now)).filter(fits);
	// Hugging Face searches names; tags tell what a model is for.
	const texts = ({ id, tags }: SandboxRecord): Searched => ({
		names: [id, id.slice(id.indexOf("/") + 1)],
		texts: tags,
	});
	const found = words === "" ? fitting : searchEntries(words, fitting, texts);
	const sort = query.get("sort");
	if (sort !== null) {
		const direction = query.get("direction") === "1" ? 1 : -1;
		found.sort((a, b) => direction * compare(readMember(a, sort), readMember(b, sort)));
	}
	const limit = Math.max(1, Number(query.get("limit")) || 1000);
	const start = Number(query.get("cursor")) || 0;
	const models = found.slice(start, start + limit).map((record) => selectFields(record, query, LISTED));
	return { models, nextCursor: start + limit < found.length ? start + limit : undefined };
}

/** Fields of a model in a list. */
const LISTED = `_id id modelId author likes trendingScore private downloads tags pipeline_tag library_name createdAt
lastModified gated`.split(/\s/);

/** Returns the fields requested with `expand[]`, or the default ones. */
export function selectFields(
	record: Record<string, unknown>,
	query: URLSearchParams,
	usual: readonly string[] = Object.keys(record).filter((name) => name !== "inferenceProviderMapping"),
): Record<string, unknown> {
	const asked = [...query.getAll("expand[]"), ...query.getAll("expand")];
	const names = asked.length > 0 ? ["_id", "id", ...asked] : usual;
	return Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]));
}

type SandboxRecord = ReturnType<typeof createRecord>;

function createFilter(query: URLSearchParams): (record: SandboxRecord) => boolean {
	const author = query.get("author")?.toLowerCase();
	const wanted = [...query.getAll("filter").flatMap((value) => value.split(",")), query.get("library")].filter(Boolean);
	const tag = query.get("pipeline_tag");
	const providers = query.getAll("inference_provider").flatMap((value) => value.split(","));
	return ({ id, tags, pipeline_tag, inferenceProviderMapping: served }) =>
		(author === undefined || id.toLowerCase().startsWith(`${author}/`)) &&
		wanted.every((value) => tags.includes(String(value))) &&
		(tag === null || pipeline_tag === tag || (tag === "conversational" && tags.includes(tag))) &&
		(providers.length === 0 ||
			served.some(
				({ provider, task }) => (providers.includes("all") || providers.includes(provider)) && fitsTask(task, tag),
			));
}

/** Whether a provider's task for a model matches the query; chat models are listed as text generators. */
function fitsTask(task: string, tag: string | null): boolean {
	return tag === null || task === tag || task === "conversational" || tag === "conversational";
}

function compare(a: unknown, b: unknown): number {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return String(a ?? "") < String(b ?? "") ? -1 : 1;
}
