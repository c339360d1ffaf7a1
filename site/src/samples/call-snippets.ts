import type { InferenceTask } from "modelhub";
import { getProviderHelper } from "modelhub";
import { findSetup, getInferenceSnippets } from "modelhub/snippets";
import type { PipelineType } from "modelhub/tasks";
import { ANY_MODEL } from "../call-task.ts";
import { findServed } from "./served.ts";

/** Tasks that chats do. */
const AS_CHAT = new Set(["conversational", "image-text-to-text"]);

/** A call as code pages show it; `setup` installs the client. */
export interface CallSnippet {
	language: string;
	client: string;
	content: string;
	setup?: string | undefined;
}

export interface CallSnippets {
	/** `ORG/MODEL` where none is known. */
	model: string;
	whole: CallSnippet[];
	/** The same with a stream; undefined for tasks that are not streamed. */
	streaming?: CallSnippet[];
}

/** Returns the code of a task's call at a provider, with a model that it serves. */
export function callSnippets(provider: string, task: string): CallSnippets | undefined {
	const served = findServed(provider, task);
	const isChat = AS_CHAT.has(task);
	const called: InferenceTask = isChat ? "conversational" : (task as InferenceTask);
	const id = served?.model ?? ANY_MODEL;
	const model = {
		id,
		inference: "",
		pipeline_tag: (task === "conversational" ? "text-generation" : task) as PipelineType,
		tags: isChat ? ["conversational"] : [],
		...(task === "fill-mask" ? { mask_token: "[MASK]" } : {}),
	};
	const mapping = served?.providerId
		? { provider, hfModelId: id, providerId: served.providerId, status: "live" as const, task: called }
		: undefined;
	const directRequest = getProviderHelper(provider, called).provider.routed === "never";
	// Without its name, a completion would be shown as a chat.
	const options = { clients: "all", task: called, directRequest } as const;
	const make = (streaming: boolean): CallSnippet[] =>
		getInferenceSnippets(model, provider, mapping, { ...options, streaming }).map((snippet) => ({
			...snippet,
			setup: findSetup(snippet),
		}));
	const whole = make(false);
	if (whole.length === 0) return undefined;
	return { model: id, whole, ...(isChat ? { streaming: make(true) } : {}) };
}
