/** Facts of a task that forms and code need; `describe-task.ts` makes them while pages are built. */
import type { InputKind, OutputKind } from "../../src/catalogue/kinds.ts";

/** A file chosen in a form: a sample of the sandbox, or the user's own. */
export interface FileValue {
	sample?: string;
	file?: File;
}

/** Texts and files by the name of their field; texts of parameters by name. */
export interface FormValues {
	[field: string]: string | FileValue | Record<string, string> | undefined;
	parameters?: Record<string, string>;
}

/** How a field is edited: `lines` holds a value a line, `list` values between commas, `image` and `audio` a file. */
export type FieldKind = "text" | "lines" | "list" | "json" | "image" | "audio";
export type ParameterKind = "choice" | "list" | "json" | "text" | "number" | "integer" | "boolean";

export interface FormField {
	name: string;
	label: string;
	kind: FieldKind;
}

export interface CallParameter {
	name: string;
	kind: ParameterKind;
	description: string;
	choices?: string[];
	default?: string;
}

export interface CallProvider {
	id: string;
	label: string;
	/** A model that it serves; without one, none is known, and pages say `ORG/MODEL`. */
	model?: string;
	/** The id of that model there, where a request needs it. */
	providerId?: string;
	/** A model that the sandbox serves in its place. */
	sandboxModel: string;
	keyVariable: string;
	/** Whether it takes only its own key. */
	ownKey?: boolean;
}

export interface CallTask {
	id: string;
	/** The task that is called: some tasks are done by calls of another. */
	task: string;
	label: string;
	/** Method of the client. */
	method: string;
	input: InputKind;
	output: OutputKind;
	needsLabels?: boolean;
	takesImage?: boolean;
	streams?: boolean;
	/** A model that some provider serves; without one Hugging Face chooses. */
	model?: string;
	/** A model that the sandbox serves. */
	sandboxModel: string;
	providers: CallProvider[];
	parameters: CallParameter[];
	example: FormValues;
	/** Texts for its first field that the sandbox can answer. */
	prompts?: readonly string[];
}

/** Stands for a model that the reader has to choose. */
export const ANY_MODEL = "ORG/MODEL";

/** Arguments of the library, without provider and model. */
export type Args = Record<string, unknown>;

/** A call as a form holds it. */
export interface CallState {
	task: CallTask;
	values: FormValues;
	provider: string;
	/** Undefined where none is known and none is written. */
	model?: string | undefined;
	/** Whether the sandbox answers. */
	sandbox?: boolean;
	/** Whether the token is the provider's own key. */
	direct?: boolean;
	/** Further arguments. */
	extra?: Args | undefined;
}

/** A call as code shows it: names stand in place of files. */
export type ShownCall = Omit<CallState, "values"> & { args: Args };

/** A request before it is sent. */
export interface SeenRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: BodyInit | null | undefined;
}

/** Returns the provider that a form names first: one with a known model that takes a Hugging Face token. */
export function firstProvider({ providers }: CallTask): string {
	return (providers.find(({ model, ownKey }) => model && !ownKey) ?? providers[0])?.id ?? "auto";
}

/** Returns the model that a page names for a task at a provider, if it knows one. */
export function knownModel(task: CallTask, provider: string): string | undefined {
	return provider === "auto" ? task.model : task.providers.find(({ id }) => id === provider)?.model;
}

/** Returns the model in code that calls a provider. */
export function shownModel({ model }: Pick<CallState, "model">): string {
	return model || ANY_MODEL;
}

/** Returns the model that the sandbox calls: the one that is named, else its own for the task. */
export function sandboxModelOf({ task, provider, model }: Pick<CallState, "task" | "provider" | "model">): string {
	return model || (task.providers.find(({ id }) => id === provider)?.sandboxModel ?? task.sandboxModel);
}

/** The file of a field, if it holds one. */
export function fileOf(value: FormValues[string]): FileValue | undefined {
	return typeof value === "object" && ("sample" in value || "file" in value) ? (value as FileValue) : undefined;
}

/** The text of a field; empty if it holds none. */
export function textOf(value: FormValues[string]): string {
	return typeof value === "string" ? value : "";
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
