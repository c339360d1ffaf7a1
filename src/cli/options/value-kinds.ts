import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { AnyArgument, AnyOption } from "./option-values.ts";

export type ListedKind =
	| "task"
	| "library"
	| "provider"
	| "provider-id"
	| "model"
	| "modality"
	| "language"
	| "client"
	| "setting"
	| "alias"
	| "chat"
	| "saved-prompt";

/** Kind of a value: a known word, a file, or anything (`text`). */
export type ValueKind = ListedKind | "file" | "text";

/** Names of options, arguments and commands → the kind of their values. */
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
	saved: "saved-prompt",
	continue: "chat",
	resume: "chat",
	export: "chat",
	client: "client",
	input: "file",
	output: "file",
};

/** Kinds that commands set explicitly if the name does not show them. */
const DECLARED = new WeakMap<AnyOption | AnyArgument, ValueKind>();

export function declareValues<Target extends AnyOption | AnyArgument>(target: Target, kind: ValueKind): Target {
	DECLARED.set(target, kind);
	return target;
}

/** Copies the declared kind of values from an option to its copy. */
export function copyValueKind<Target extends AnyOption>(original: AnyOption, copy: Target): Target {
	const kind = DECLARED.get(original);
	return kind === undefined ? copy : declareValues(copy, kind);
}

export function kindOfOption(option: AnyOption): ValueKind {
	const byName = DECLARED.get(option) ?? KINDS_BY_NAME[option.long?.slice(2) ?? ""];
	return byName ?? (isFile(option.flags) ? "file" : "text");
}

/** @param root the first command after `hub`: `hub tasks [id]` takes the id of a task */
export function kindOfArgument(argument: AnyArgument, root: CommandUnknownOpts): ValueKind {
	const name = argument.name();
	const byName = DECLARED.get(argument) ?? KINDS_BY_NAME[name];
	return byName ?? (isFile(`<${name}>`) ? "file" : (KINDS_BY_NAME[root.name()] ?? "text"));
}

/** Placeholders such as `<file>`, `<path|url>`, `<dir>`. */
function isFile(flags: string): boolean {
	return /[<[][^>\]]*\b(?:file|path|dir|folder|json)\b/.test(flags);
}
