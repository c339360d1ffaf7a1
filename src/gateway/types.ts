import type { Attempt, CallDetails, Exchange, ModelFacts, Offer } from "../exchange/index.ts";
import type { Fetch } from "../http/index.ts";
import type { CallOptions, InferenceTask, Provider } from "../inference/index.ts";
import type { Reply } from "./reply.ts";

/** Settings of a gateway. Times are in milliseconds. */
export interface GatewayOptions {
	/**
	 * Name → targets in order, each written like a model: `org/name`, `org/name:provider`, `org/name:cheapest`. A name
	 * may be a pattern with `*`; exact names win, then the first pattern that matches.
	 */
	aliases?: Readonly<Record<string, readonly string[] | Alias>> | undefined;
	/** Providers tried in turn for models that name none. Default: Hugging Face's choice. */
	providers?: readonly string[] | undefined;
	/** Servers on the user's machine that targets may name in place of a provider. Default: there are none. */
	local?: LocalServers | undefined;
	/** The user's own services: the name after the colon, as in `qwen3:gpu` → its URL and settings. Default: none. */
	endpoints?: Readonly<Record<string, Endpoint>> | undefined;
	/** Hugging Face token or provider key for calls to a provider; undefined for the router and Hugging Face. */
	token?: string | ((provider: string | undefined) => string | undefined) | undefined;
	/** The owner's key, as a bearer token of clients. Default: none. It opens everything; `keys` call models only. */
	key?: string | undefined;
	/** Keys of other clients; they need the owner's `key` too. */
	keys?: readonly NamedKey[] | undefined;
	/** Limit for all calls together. */
	budget?: Budget | undefined;
	/** What happens to calls of unknown price that a budget counts. Default `refuse`. */
	unknownPrice?: "refuse" | "allow" | undefined;
	/** Conversations of an earlier gateway, as its `conversations` returned them. False: no conversation keeps its provider. */
	conversations?: Iterable<KeptConversation> | false | undefined;
	/** Stores what was spent, for later gateways. Default: in memory. */
	spending?: Spending | undefined;
	/** Host names, without port, that requests may use besides loopback names. */
	hosts?: readonly string[] | undefined;
	/** Path below which a proxy shows the gateway: `/hub`. Requests may have it or not. Default: none. */
	basePath?: string | undefined;
	/** Origins of web pages that may call; `*` for all. Default none. */
	cors?: readonly string[] | undefined;
	/** Sends the requests. Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Passed to the library with every call. */
	call?: Pick<CallOptions, "hubUrl" | "routerUrl" | "billTo" | "headers" | "wait" | "cache" | "limits"> | undefined;
	/** Longest `Retry-After` to wait for. Default 5 s. */
	wait?: number | undefined;
	/** Maximum wait for the first token of a stream. Default 20 s; 0 for none. */
	firstTokenTimeout?: number | undefined;
	/** Maximum wait for the first byte, and between bytes. Default 120 s; 0 for none. */
	timeout?: number | undefined;
	/** Maximum time of a call with all its attempts, to the end of its response. Default and 0: no limit. */
	deadline?: number | undefined;
	/** How long a target is skipped after three failures in a row. Default 30 s. */
	cooldown?: number | undefined;
	/** Maximum calls that wait in the queue. Default 1000. */
	queue?: number | undefined;
	/** Maximum calls to services for one request: inputs times `n`, failover and retries. Default 64. */
	maxCalls?: number | undefined;
	/** Largest request body in bytes. Default 100 MB. */
	maxBody?: number | undefined;
	/** Values that never appear in a response or on the page. Tokens in use are added. */
	secrets?: Iterable<string> | undefined;
	/** Returns the router's prices; called for each call. Default: only the bundled prices are known. */
	offers?: (() => readonly Offer[] | undefined) | undefined;
	/** Parses a form; it may keep large files on disk. Default: `request.formData()`. */
	readForm?: ((request: GatewayRequest, maxBody: number) => Promise<ReadForm>) | undefined;
	/**
	 * Reads the text of a document for a target that takes none, such as that of a PDF; undefined where it has none. A
	 * document that stays unread becomes a text that describes it. Default: only documents that are text are read.
	 */
	readDocument?: ((bytes: Uint8Array<ArrayBuffer>, mediaType: string) => Promise<DocumentText | undefined>) | undefined;
	/** Files of the page of calls. Default: no page. */
	page?: PageFiles | undefined;
	/** Called for each call that ended; `readContent` returns its content. May be asynchronous. */
	onCall?: ((exchange: Exchange, readContent: () => CallContent) => void | Promise<void>) | undefined;
	/**
	 * Called with what hub left out of a request because chats do not have it, once for each client, and once when a budget
	 * counts the highest price for a response that does not report its cost. Default: ignored.
	 */
	onNotice?: ((notice: string) => void) | undefined;
	/** Called with an error of `onCall`, which changes nothing for the client. Default: ignored. */
	onProblem?: ((error: unknown) => void) | undefined;
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** Targets with their own limits. */
export interface Alias extends TargetLimits {
	targets: readonly string[];
}

/** Limits of a target, in place of the gateway's. Times are in milliseconds. */
export interface TargetLimits {
	/** Maximum wait for the first byte, and between bytes; 0 for none. */
	timeout?: number | undefined;
	/** Maximum wait for the first token of a stream; 0 for none. */
	firstTokenTimeout?: number | undefined;
	/** Retries of a target before the next one is tried. Default 0. */
	retries?: number | undefined;
}

/** The user's own service: a dedicated endpoint, a company server, another gateway. */
export interface Endpoint {
	/** Its base URL, with or without `/v1`, or that of one of its routes. */
	url: string;
	/** Its key; it is sent nowhere else, and no other key or token is sent there. */
	key?: string | undefined;
	/** Further headers, for this service only. */
	headers?: Readonly<Record<string, string>> | undefined;
	/** Ids of its models that are listed. Default: those that it lists itself. */
	models?: readonly string[] | undefined;
	/** Default: unknown. */
	price?: TokenPrices | undefined;
}

/** US dollars per million tokens. */
export interface TokenPrices {
	input: number;
	output: number;
	/** Of input tokens from the service's cache. Default: as `input`. */
	cached?: number | undefined;
}

/** The target of a conversation. */
export interface KeptConversation {
	id: string;
	/** As it is compared with those of a model. */
	target: string;
	/** The provider that the router chose. */
	pinned?: string;
	/** Milliseconds since 1970. */
	until: number;
}

/** What may change while a gateway runs. */
export type GatewaySettings = Pick<
	GatewayOptions,
	"aliases" | "providers" | "endpoints" | "keys" | "budget" | "unknownPrice"
>;

/** A key of a client besides the owner. */
export interface NamedKey {
	/** Shown with its calls: letters, digits, dots, hyphens and underscores. */
	name: string;
	/** Undefined if only its hash is known. */
	key?: string | undefined;
	/** SHA-256 of the key, in hexadecimal digits. */
	sha256?: string | undefined;
	/** Most calls within a minute. Default: no limit. */
	callsPerMinute?: number | undefined;
	/**
	 * Models that it may call, as patterns with `*`: they must allow the name in a request and each target of it.
	 * The exact name of an alias allows all its targets. Default: all.
	 */
	models?: readonly string[] | undefined;
	budget?: Budget | undefined;
}

/** A limit of what calls cost. */
export interface Budget {
	/** US dollars. */
	usd: number;
	/** Days and months in UTC; `run`: since the gateway was created. */
	per: "day" | "month" | "run";
}

/** What was spent on a day with a key. */
export interface Spent {
	/** `YYYY-MM-DD`, in UTC. */
	day: string;
	/** Name of the key; null for the owner's. */
	key: string | null;
	/** US dollars. */
	usd: number;
}

/** Stores what was spent. */
export interface Spending {
	/** Entries of this month at least; those of the same day and key are added up. */
	entries(): Iterable<Spent>;
	add(spent: Spent): void;
}

/** The content of a call. It may contain secrets. */
export interface CallContent {
	/** Arguments for the library, without model and provider; undefined if the call was refused before. */
	arguments: unknown;
	/** The library's result or the text of a stream; undefined if the call failed. */
	output: unknown;
	details: CallDetails;
	/** The client's span, from its header `traceparent`. */
	traceparent: string | undefined;
}

/** The part of a request that a gateway reads; a `Request` is one. */
export interface GatewayRequest extends Pick<Request, "method" | "url" | "body"> {
	readonly headers: Pick<Headers, "get" | "has">;
	/** The whole body, if it was read already. */
	readonly content?: Uint8Array<ArrayBuffer>;
	/** Whether the client's connection is encrypted, directly or at a trusted proxy. Default: from the URL. */
	readonly isSecure?: (() => boolean) | undefined;
	/** Aborted when the client disconnects. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * Replaces the signal, which costs more than the rest of a request.
	 * @returns removes the listener
	 */
	onGone?(listener: () => void): () => void;
}

/** The text of a document. */
export interface DocumentText {
	text: string;
	/** False if a part of it is missing. */
	isWhole: boolean;
}

/** A parsed form. */
export interface ReadForm {
	form: FormData;
	/** Removes its files from the disk. */
	close(): void | Promise<void>;
}

/** The page of calls: its script and its style sheet. */
export interface PageFiles {
	script: string;
	style: string;
}

/** Serves the requests of clients. */
export interface Gateway {
	(request: GatewayRequest): Promise<Response>;
	/** Like the call itself, without the cost of the class `Response`. */
	reply(request: GatewayRequest): Promise<Reply>;
	/** Returns a path with a code that opens the page once. */
	createPageLink(): string;
	/** Refuses new calls with 503 from now on; resolves when the calls in flight have ended. */
	drain(): Promise<void>;
	/**
	 * Replaces aliases, providers, endpoints, keys and budgets; calls in progress end as they began. What was spent stays.
	 * @throws GatewayError for an alias that cannot be read; then nothing has changed
	 */
	update(settings: GatewaySettings): void;
	/** The targets of the conversations of the last hour, for a later gateway. */
	conversations(): readonly KeptConversation[];
	/** Number of calls in progress. */
	readonly inFlight: number;
}

/** Finds the servers on the user's machine. */
export interface LocalServers {
	/** The names after the colon, as in `llama3.2:ollama`. */
	readonly names: readonly string[];
	/**
	 * Finds the server of a name that has the model, before each attempt.
	 * @throws an error that says why there is none; the next target is tried
	 */
	find(name: string, model: string, task: InferenceTask): Promise<LocalService>;
	/** The models of the running servers of a name, each with the id of its server: `llama3.2:ollama`. */
	list(name: string): Promise<readonly LocalModel[]>;
}

/** A model of a server on the user's machine. */
export interface LocalModel extends ModelFacts {
	id: string;
}

/** A server on the user's machine. */
export interface LocalService {
	provider: Provider;
	/** The server's own key. Tokens and keys of other services never go to it. */
	accessToken: string | undefined;
}

/** A model and a provider that a call may go to. */
export interface Target {
	/** Model id on Hugging Face; with a policy of the router as suffix if one was given. */
	model: string;
	/** Id of a provider, or name of a local server or an endpoint; undefined for Hugging Face's choice. */
	provider: string | undefined;
	/** The provider is a server of the user: on this machine, or an endpoint. */
	isLocal?: true;
	/** The provider to request from the router, since it served the conversation before. */
	pinned?: string;
	limits?: TargetLimits;
}

/** An attempt with its times, for the waterfall of the page. */
export interface TimedAttempt extends Attempt {
	model: string;
	/** Milliseconds from the start of the call to the start of the attempt. */
	at: number;
	/** Milliseconds from the start of the attempt to its first token or byte. */
	first_ms: number | null;
}
