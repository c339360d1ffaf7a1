import type { InferenceTask } from "../../inference/index.ts";
import type { Wire } from "../../inference/types.ts";

/** Options of API snippets. Unknown members are ignored. */
export interface InferenceSnippetOptions {
	/**
	 * `all` adds this project's `modelhub` and `hub`, first in their languages, and uses an audio format that
	 * every provider accepts. Default: the reference client's list.
	 */
	clients?: "all" | undefined;
	/** The call to show. Default: the model's task, and a chat for `text-generation`; name that one for a completion. */
	task?: InferenceTask | undefined;
	/** Printed as it is. Default: the snippet reads an environment variable. */
	accessToken?: string | undefined;
	/** Call the provider itself, with its own key, instead of the router. Not possible with `auto`, and ignored there. */
	directRequest?: boolean | undefined;
	/** Call this URL instead of the router; it must begin with `http://` or `https://`. */
	endpointUrl?: string | undefined;
	/** The endpoint's API, if its URL does not show it. */
	wire?: Wire | undefined;
	/** Replaces `https://router.huggingface.co` in printed URLs: a mirror, or a sandbox. */
	routerUrl?: string | undefined;
	/** Account or organization to bill. */
	billTo?: string | undefined;
	/**
	 * Replaces the example: a text, the name of a file (with its extension), or named inputs such as `question` and
	 * `context`. A chat takes `messages` and generation options out of it.
	 */
	inputs?: unknown;
	/** Further parameters of the task, in place of those of the example; for a chat, further members of the request, such as `seed`. */
	parameters?: Readonly<Record<string, unknown>> | undefined;
	/** Chat only: print the response as it arrives. Default: false. */
	streaming?: boolean | undefined;
	/** Chat only. Default: an example. */
	messages?: readonly unknown[] | undefined;
	/** Chat only; 0 counts as not given. */
	temperature?: number | undefined;
	/** Chat only; 0 counts as not given. */
	max_tokens?: number | undefined;
	/** Chat only; 0 counts as not given. */
	top_p?: number | undefined;
}
