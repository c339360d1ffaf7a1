import type { Context } from "../../context.ts";
import { readSeenModels } from "../../network/model-cache.ts";
import type { ListedKind, ValueKind } from "../../options/value-kinds.ts";
import { onOneLine } from "../../terminal/width.ts";

/** A matching word, and its description. */
export interface Candidate {
	value: string;
	description?: string | undefined;
}

/** Sources of the words of each kind. */
const SOURCES = {
	task: async () => {
		const { TASK_LIST } = await import("../../lists/tasks.prepared.ts");
		const aliases = TASK_LIST.flatMap(({ id, aliases }) => aliases.map((value) => ({ value, description: id })));
		return [...TASK_LIST.map(({ id, name }) => ({ value: id, description: name })), ...aliases];
	},
	library: async () => {
		const { LIBRARY_LIST } = await import("../../lists/libraries.prepared.ts");
		return LIBRARY_LIST.map(({ id, name }) => ({ value: id, description: name }));
	},
	provider: async () => {
		const [providers, { PROVIDER_NAMES }] = await Promise.all([listProviders(), import("../../options/provider.ts")]);
		const known = new Set(providers.map(({ value }) => value));
		return [...providers, ...PROVIDER_NAMES.filter((name) => !known.has(name)).map((value) => ({ value }))];
	},
	"provider-id": listProviders,
	model: async (context) => readSeenModels(context).map(({ id, task }) => ({ value: id, description: task })),
	modality: async () => {
		const { MODALITIES, MODALITY_LABELS } = await import("../../../catalogue/pipelines.ts");
		return MODALITIES.map((value) => ({ value, description: MODALITY_LABELS[value] }));
	},
	language: async () => {
		const { inferenceSnippetLanguages } = await import("../../../catalogue/inference-snippets.ts");
		return inferenceSnippetLanguages.map((value) => ({ value }));
	},
	client: async () => {
		const { CLIENT_NAMES } = await import("../snippet/api-snippets.ts");
		return CLIENT_NAMES.map((value) => ({ value }));
	},
	setting: async () => {
		const { SETTINGS } = await import("../../config/settings.ts");
		const { TASK_LIST } = await import("../../lists/tasks.prepared.ts");
		const models = TASK_LIST.map(({ id, name }) => ({ value: `model.${id}`, description: `default model: ${name}` }));
		return [...Object.entries(SETTINGS).map(([value, { summary }]) => ({ value, description: summary })), ...models];
	},
	alias: async (context) => {
		const { readCommandAliases } = await import("../../config/command-aliases.ts");
		return Object.entries(readCommandAliases(context)).map(([value, line]) => ({ value, description: `hub ${line}` }));
	},
	chat: async (context) => {
		const { listChats, formatAge } = await import("../chat/store.ts");
		return listChats(context.env).map(({ id, title, model, changed }) => ({
			value: id,
			description: [onOneLine(title).slice(0, 50), model, formatAge(changed, context.now())]
				.filter(Boolean)
				.join(" · "),
		}));
	},
	"saved-prompt": async (context) => {
		const { listPrompts } = await import("../prompt/store.ts");
		return listPrompts(context.env).map((value) => ({ value }));
	},
} satisfies Record<ListedKind, (context: Context) => Promise<Candidate[]>>;

async function listProviders(): Promise<Candidate[]> {
	const { ALL_PROVIDERS } = await import("../../../inference/providers/index.ts");
	return [...ALL_PROVIDERS]
		.map(({ id, label }) => ({ value: id, description: label }))
		.sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Returns the known words of a kind. */
export async function listValues(kind: ValueKind, context: Context): Promise<Candidate[]> {
	return kind === "file" || kind === "text" ? [] : await SOURCES[kind](context);
}
