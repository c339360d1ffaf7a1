import type { InferenceTask } from "../catalogue/index.ts";
import type { Fetch, Limits, RetryNotice, StoreFile, Wait } from "../http/index.ts";
import type { InferenceProviderMappingEntry, LookupCache } from "../hub/index.ts";
import type { ChatCompletionInput } from "./io/chat.ts";
import type { TaskTypes } from "./io.ts";

export type { InferenceTask } from "../catalogue/index.ts";

/** Id of a model on Hugging Face, `organization/name`. */
export type ModelId = string;

/**
 * How a call is authenticated: not at all, with a Hugging Face token (the call goes through the router), with the
 * browser's cookies, or with the provider's own key (the call goes to the provider).
 */
export type AuthMethod = "none" | "hf-token" | "credentials-include" | "provider-key";

/** The arguments of a task, without those that choose its target. */
export interface Args {
	inputs?: unknown;
	parameters?: Record<string, unknown> | undefined;
	/** Sent unchanged as the body. */
	data?: unknown;
	[name: string]: unknown;
}

/** One resolved request: all the facts that an adapter needs. */
export interface Call {
	task: InferenceTask | undefined;
	args: Args;
	/** The provider's id of the model. */
	model: string;
	/** The user's own URL, which replaces base URL and route. */
	endpoint?: string | undefined;
	auth: AuthMethod;
	mapping?: InferenceProviderMappingEntry | undefined;
	outputType?: OutputType | undefined;
}

/** For requests besides the main one: inputs, polls, downloads. */
export interface Transport {
	fetch: Fetch;
	signal?: AbortSignal | undefined;
	limits?: Limits | undefined;
	storeFile?: StoreFile | undefined;
	/** Waits between polls. Default: timers. */
	wait?: Wait | undefined;
}

/** The API of an endpoint: OpenAI's, or `{inputs, parameters}` of Hugging Face's endpoints. */
export type Wire = "openai" | "hf";

/** How an image is returned. */
export type OutputType = "blob" | "url" | "json" | "dataUrl";

/** A provider's response, and what follow-up requests (polls, downloads) need. */
export interface ProviderResponse extends Transport {
	call: Call;
	/** JSON value of the response, or a Blob. */
	data: unknown;
	/** The text of a response that claims to be JSON and is not. */
	invalidJson?: string;
	/** URL and headers of the request that was sent. */
	url: string;
	headers: Record<string, string>;
	/** Returns the base of the provider's other URLs: scheme and host of the request; on the router, the provider's part. */
	base(): string;
	notify(notice: Notice): void;
}

/** How a service takes several inputs in one call, as a list. */
export interface Grouping {
	/** Most inputs of a call. */
	maxInputs: number;
	/** Returns the outputs that calls with one input each would have. */
	split(output: unknown): unknown[] | undefined;
}

/** How a task is sent to a provider, and how the response is read. */
export interface TaskAdapter<Output = unknown> {
	/** Path below the base URL, or a whole URL. */
	route(call: Call): string;
	/** JSON body, or the parts of a multipart one. Pure, so that snippets can show it; its key order is that of the request. */
	payload(call: Call): object;
	/** URL of an endpoint's list of models, if its requests name one. Default: requests to endpoints name none. */
	modelsUrl?(endpoint: string): string;
	/** Converts binary arguments for `payload`. Not called for snippets. */
	encode?(args: Args, transport: Transport): Promise<Args>;
	/**
	 * How a snippet writes the file among the arguments: as a data URL, as bare base64, or as the request's body, which
	 * becomes bare base64 when there are parameters. Default: `data-url`.
	 */
	file?: "data-url" | "base64" | "body";
	/** Members of the payload that repeat the file because models read different ones. Snippets omit them. */
	copies?: readonly string[];
	/** Where direct calls of this task go, if not to the provider's base URL. */
	baseUrl?: string;
	/** Splits a call that the service takes only in several requests. Default: one request. */
	inParts?(args: Args, send: (args: Args) => Promise<unknown>): Promise<unknown>;
	/** Default: a call takes one input. */
	group?: Grouping;
	/** Checks the response; polls and downloads if necessary. */
	parse(response: ProviderResponse): Output | Promise<Output>;
}

/** A service that runs models. */
export interface Provider {
	/** Such as `fal-ai`; also its place on the router. */
	id: string;
	/** Name for display. */
	label: string;
	/** Its organization on Hugging Face. */
	hubOrg?: string;
	/** Where direct calls go. */
	baseUrl: string;
	/**
	 * Which calls go through the router. `never`: not on the router. `unlisted`: as by default, but the router no longer
	 * lists it, so that it needs its own key. `always`: with any token. Default: those with a Hugging Face token.
	 */
	routed?: "always" | "never" | "unlisted";
	/** Hugging Face does not list its models: they are written `{id}/{model}`, and calls need the provider's own key. */
	closedSource?: true;
	/** Authorization scheme of direct calls. Default `Bearer`. */
	scheme?: string;
	/** Sent with every request. */
	headers?: Record<string, string>;
	/** Models that need no look-up on Hugging Face; model id → entry. */
	models?: Record<string, Omit<InferenceProviderMappingEntry, "provider" | "hfModelId">>;
	/** What its chats accept; unknown facts are learned from its responses and refusals. */
	chat?: ChatForm;
	tasks: TaskAdapters;
	/** Returns how an endpoint serves a task, if not as in `tasks`. */
	atEndpoint?(task: InferenceTask, url: string, wire: Wire | undefined): TaskAdapter | undefined;
}

/** Where an assistant message has the model's reasoning. */
export type ReasoningField = "reasoning_content" | "reasoning";

/** What a service accepts in a chat. Undefined facts are learned from its responses and refusals. */
export interface ChatForm {
	/** The field that takes the reasoning of earlier answers; `none`: the service takes none. */
	reasoning?: ReasoningField | "none";
	/** Each earlier answer must contain reasoning, even if the model gave none. */
	needsReasoning?: true;
	/** Takes messages of the system after the first. Most templates of open models take one, as the first. */
	lateSystem?: true;
	/** `nine`: ids of calls are nine letters and digits. Default: any. */
	callIds?: "nine";
	/** Restrictions on the schemas of tools. Default: none. */
	schemas?: SchemaForm;
	/** Whether it takes documents as `file` parts. Default: no. */
	files?: boolean;
	/** Whether it takes images. Default: yes. */
	images?: boolean;
	/** Accepts `cache_control` on the parts of messages, for its cache. Default: no. */
	cacheControl?: true;
	/** Tokens of the longest answer that it lets a request ask for. Default: any. */
	maxTokens?: number;
	/** Optional fields of a chat that it refuses. */
	without?: readonly string[];
}

/**
 * How a service takes the schemas of tools: with the keywords of objects and lists only; by a grammar, which is made of
 * objects, lists, choices and types; in OpenAI's strict form; or most of them, after a check.
 */
export type SchemaForm = "plain" | "grammar" | "closed" | "checked";

/** How tasks are served. */
export type TaskAdapters = {
	[T in InferenceTask]?: TaskAdapter<T extends keyof TaskTypes ? TaskTypes[T]["output"] : unknown>;
};

/** Options of every call and, as defaults, of the client. */
export interface Options {
	/** Retry after 429, 502, 503, 504, 529 and failed connections, up to four times. Default true. */
	retry_on_error?: boolean | undefined;
	/** Attempts after the first, for each request of the call; overrides `retry_on_error`. Default 4. */
	maxRetries?: number | undefined;
	/**
	 * Maximum wait for the head of a response, and then for each next piece of it, in milliseconds. It starts over with
	 * each request and each attempt. The call then fails with a `DOMException` named `TimeoutError`. Default: no limit.
	 */
	timeout?: number | undefined;
	/**
	 * Maximum wait for the first token of a stream, in milliseconds from the first `next()`. The stream then fails with a
	 * `DOMException` named `TimeoutError`. Default: no limit.
	 */
	firstTokenTimeout?: number | undefined;
	/** Called with the head of the response to the call's main request, also for an error response. */
	onResponse?: ((response: ResponseInfo) => void) | undefined;
	/** How many bytes of a response are read; larger ones fail with a ProviderOutputError. */
	limits?: Limits | undefined;
	/** Stores files outside memory, for example on disk. */
	storeFile?: StoreFile | undefined;
	/**
	 * Headers to send to the provider, with the request and its polls. They override the library's own, and are never
	 * sent to Hugging Face or to hosts of results.
	 */
	headers?: Readonly<Record<string, string>> | undefined;
	/** Used for every request of the call: look-ups, polls and downloads too. Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Waits between attempts and between polls. Default: timers; replays need not wait. */
	wait?: Wait | undefined;
	/** Cancels the call at any point. */
	signal?: AbortSignal | undefined;
	/** Value for the request's `credentials`; `true` means `include`. */
	includeCredentials?: string | boolean | undefined;
	/**
	 * The API of `endpointUrl`. Default: OpenAI's for chats, for text generation, and where the URL ends in `/v1` or in a
	 * route of OpenAI such as `/v1/embeddings`; else Hugging Face's.
	 */
	wire?: Wire | undefined;
	/** Account or organization to bill. */
	billTo?: string | undefined;
	/** URL of Hugging Face. Default `https://huggingface.co`. */
	hubUrl?: string | undefined;
	/** URL of the router. Default `https://router.huggingface.co`. */
	routerUrl?: string | undefined;
	/** Keeps look-ups between calls. Default: one bounded cache per process. */
	cache?: LookupCache | undefined;
	/** Called with notices. Default: the logger of `setLogger`. */
	onNotice?: ((notice: Notice) => void) | undefined;
	/**
	 * Longest total time of a call in milliseconds: look-ups, retries, polls, downloads, repairs and, from the first `next()`,
	 * the whole of a stream included. When time is up, pending work is canceled and the call or its stream fails with a
	 * ProviderOutputError of reason `timeout`. Default: no limit besides the provider's maximum number of polls.
	 */
	deadline?: number | undefined;
}

/** Options of one call. */
export interface CallOptions extends Options {
	/** Task of `request` and `streamingRequest`. */
	task?: InferenceTask | undefined;
	/** How `textToImage` returns the image. Default `blob`. */
	outputType?: OutputType | undefined;
	/** Error messages say that the model cannot chat. */
	chatCompletion?: boolean | undefined;
}

/** Arguments that choose the target; part of every task's arguments. */
export interface BaseArgs {
	/** Hugging Face token (`hf_…`) or key of the provider. */
	accessToken?: string | undefined;
	/** Id of the model on Hugging Face. Default: the one recommended for the task. */
	model?: ModelId | undefined;
	/**
	 * URL of an endpoint to call instead of a provider. If its requests need a model and there is no `model`, its
	 * list of models is requested, and the only one is called.
	 */
	endpointUrl?: string | undefined;
	/** Id of a provider, `auto`, or a provider of your own. Default `auto`. */
	provider?: string | Provider | undefined;
}

/** Arguments of `request` and `streamingRequest`: any that the provider takes. */
export type RequestArgs = BaseArgs & { parameters?: Record<string, unknown> | undefined } & (
		| Args
		| { data: Blob | ArrayBuffer }
		| { inputs: unknown }
		| { prompt: string }
		| { text: string }
		| { audio_url: string }
		| ChatCompletionInput
	);

// The library does not use these three; programs written for the reference client import them.

/** Facts that decide the URL of a request. */
export interface UrlParams {
	authMethod: AuthMethod;
	model: string;
	task?: InferenceTask | undefined;
}

/** Facts that decide the headers of a request. */
export interface HeaderParams {
	accessToken?: string | undefined;
	authMethod: AuthMethod;
}

/** Facts that decide the body of a request. */
export interface BodyParams<T extends Record<string, unknown> = Record<string, unknown>> {
	args: T;
	model: string;
	mapping?: InferenceProviderMappingEntry | undefined;
	task?: InferenceTask | undefined;
}

/** The head of a response. */
export interface ResponseInfo {
	status: number;
	headers: Headers;
	/** Header `x-request-id`, or the empty string. */
	requestId: string;
	/** Id of the provider that was called; `auto` if the router chose. */
	provider: string;
}

/** The result of a call with the head of its response. */
export interface WithResponse<Data> {
	data: Data;
	response: ResponseInfo;
}

/** The promise of a call. */
export interface CallPromise<Output> extends Promise<Output> {
	/** Resolves with the result and the head of its response; for a polled job, the response to the first request. */
	withResponse(): Promise<WithResponse<Output>>;
}

/** A job is still waiting or running; sent after each poll with that result. */
export interface ProgressNotice {
	type: "progress";
	message: string;
	/** URL that was polled. */
	url: string;
	/** Number of the poll, from 1. */
	attempt: number;
	/** State of the job in the provider's words, if it reports one. */
	status?: string;
	/** Jobs before this one in the queue, if the provider reports it. */
	position?: number;
}

/** Information for the caller during a call; not an error. */
export type Notice =
	| RetryNotice
	| { type: "auto"; message: string }
	| { type: "auto-selected"; message: string; provider: string }
	| { type: "staging"; message: string; model: string; provider: string }
	| { type: "deprecated"; message: string }
	/** An answer does not match its schema; the request is repeated. */
	| { type: "repair"; message: string; problems: string }
	/** The provider refused a part of a chat, which was left out. */
	| { type: "refused"; message: string }
	/** The provider accepts no schema, so it is sent in the system message. */
	| { type: "instructions"; message: string }
	/** The response has results besides the one that is returned. */
	| { type: "other-results"; message: string; count: number }
	/** The response has files besides the one that is returned; `otherFiles` returns them. */
	| { type: "other-files"; message: string; count: number }
	| ProgressNotice
	| { type: "debug"; message: string };
