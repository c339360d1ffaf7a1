import type { Argument, Command, Option } from "commander";
import type { Context } from "../../context.ts";
import { readSeenModels } from "../../network/model-cache.ts";

/** A word that fits, and what it means. */
export interface Candidate {
	value: string;
	description?: string | undefined;
}

/** What a value may be: words that are known, a file, or anything (`text`). */
export type ValueKind = keyof typeof SOURCES | "file" | "text";

/** Where the words of a kind come from. */
const SOURCES = {
	task: async () => {
		const { TASK_LIST } = await import("../tasks/list.prepared.ts");
		const aliases = TASK_LIST.flatMap(({ id, aliases }) => aliases.map((value) => ({ value, description: id })));
		return [...TASK_LIST.map(({ id, name }) => ({ value: id, description: name })), ...aliases];
	},
	library: async () => {
		const { LIBRARY_LIST } = await import("../libraries/list.prepared.ts");
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
		return Object.entries(SETTINGS).map(([value, { summary }]) => ({ value, description: summary }));
	},
} satisfies Record<string, (context: Context) => Promise<Candidate[]>>;

async function listProviders(): Promise<Candidate[]> {
	const { ALL_PROVIDERS } = await import("../../../inference/providers/index.ts");
	return [...ALL_PROVIDERS]
		.map(({ id, label }) => ({ value: id, description: label }))
		.sort((left, right) => (left.value < right.value ? -1 : 1));
}

/** Names of options, arguments and commands that tell what their values are. */
const KINDS_BY_NAME: Readonly<Record<string, ValueKind>> = {
	task: "task",
	tasks: "task",
	library: "library",
	libraries: "library",
	provider: "provider",
	providers: "provider-id",
	model: "model",
	models: "model",
	modality: "modality",
	setting: "setting",
	lang: "language",
	snippet: "language",
	client: "client",
	input: "file",
	output: "file",
};

/** What commands say themselves, where a name does not tell. */
const DECLARED = new WeakMap<Option | Argument, ValueKind>();

/** Says what completion offers for an option or an argument. */
export function declareValues<Target extends Option | Argument>(target: Target, kind: ValueKind): Target {
	DECLARED.set(target, kind);
	return target;
}

export function kindOfOption(option: Option): ValueKind {
	const byName = DECLARED.get(option) ?? KINDS_BY_NAME[option.long?.slice(2) ?? ""];
	return byName ?? (isFile(option.flags) ? "file" : "text");
}

/** @param root the command that `hub` is followed by: `hub tasks [id]` takes the id of a task */
export function kindOfArgument(argument: Argument, root: Command): ValueKind {
	const name = argument.name();
	const byName = DECLARED.get(argument) ?? KINDS_BY_NAME[name];
	return byName ?? (isFile(`<${name}>`) ? "file" : (KINDS_BY_NAME[root.name()] ?? "text"));
}

/** Placeholders such as `<file>`, `<path|url>`, `<dir>`. */
function isFile(flags: string): boolean {
	return /[<[][^>\]]*\b(?:file|path|dir|folder|json)\b/.test(flags);
}

/** The known words of a kind. */
export async function listValues(kind: ValueKind, context: Context): Promise<Candidate[]> {
	return kind === "file" || kind === "text" ? [] : await SOURCES[kind](context);
}
