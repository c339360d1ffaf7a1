import type { CallDetails, Exchange, Offer } from "../exchange/index.ts";
import type { Fetch } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import type { Reply } from "./reply.ts";

/** Settings of a gateway. Times are in milliseconds. */
export interface GatewayOptions {
	/** Name → targets in order, each written like a model: `org/name`, `org/name:provider`, `org/name:cheapest`. */
	aliases?: Readonly<Record<string, readonly string[]>> | undefined;
	/** Providers tried in turn for models that name none. Default: the hub's choice. */
	providers?: readonly string[] | undefined;
	/** Hub token or provider key for calls to a provider; undefined stands for the router and the hub. */
	token?: string | ((provider: string | undefined) => string | undefined) | undefined;
	/** Bearer token that clients must send. Default: none. */
	key?: string | undefined;
	/** Host names, without port, that a request may be addressed to besides loopback names. */
	hosts?: readonly string[] | undefined;
	/** Origins of web pages that may call; `*` for all. Default none. */
	cors?: readonly string[] | undefined;
	/** Default: the global `fetch`. */
	fetch?: Fetch | undefined;
	/** Passed to the library with every call. */
	call?: Pick<CallOptions, "hubUrl" | "routerUrl" | "billTo" | "headers" | "wait" | "cache" | "limits"> | undefined;
	/** Longest `Retry-After` that is waited for. Default 5 s. */
	wait?: number | undefined;
	/** Longest wait for the first token of a stream. Default 20 s; 0 for none. */
	firstTokenTimeout?: number | undefined;
	/** Longest wait for the first byte, and between bytes. Default 120 s; 0 for none. */
	timeout?: number | undefined;
	/** How long a target that failed three times in a row is passed over. Default 30 s. */
	cooldown?: number | undefined;
	/** Most calls waiting for their turn. Default 1000. */
	queue?: number | undefined;
	/** Largest request body in bytes. Default 100 MB. */
	maxBody?: number | undefined;
	/** Values that never leave in an answer or on the page. Tokens in use are added. */
	secrets?: Iterable<string> | undefined;
	/** Returns the router's prices; called for each call. Default: only prices of this version are known. */
	offers?: (() => readonly Offer[] | undefined) | undefined;
	/** Reads a form, such as one that keeps large files on disk. Default: `request.formData()`. */
	readForm?: ((request: GatewayRequest, maxBody: number) => Promise<ReadForm>) | undefined;
	/** Files of the page of calls. Default: there is none. */
	page?: PageFiles | undefined;
	/** Is told of each call that ended; what was said in it only where it asks. */
	onCall?: ((exchange: Exchange, tell: () => CallContent) => void) | undefined;
	/** Clock, in milliseconds since 1970. Default `Date.now`. */
	now?: (() => number) | undefined;
}

/** What was said in a call. It may hold secrets. */
export interface CallContent {
	/** Arguments of the library, without model and provider; undefined where the call was refused before. */
	arguments: unknown;
	/** The result of the library; the text of a stream; undefined where the call failed. */
	output: unknown;
	details: CallDetails;
}

/** The part of a request that a gateway reads; a `Request` is one. */
export interface GatewayRequest extends Pick<Request, "method" | "url" | "body"> {
	readonly headers: Pick<Headers, "get" | "has">;
	/** The whole body, where it was read already. */
	readonly content?: Uint8Array<ArrayBuffer>;
	/** Ends with the connection of the client. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * Used in place of a signal, which costs more than all else a request holds.
	 * @returns removes the listener
	 */
	onGone?(listener: () => void): () => void;
}

/** A form that was read. */
export interface ReadForm {
	form: FormData;
	/** Removes what was kept on disk. */
	close(): void | Promise<void>;
}

/** The page of calls: its script and its style sheet. */
export interface PageFiles {
	script: string;
	style: string;
}

/** Answers the requests of clients. */
export interface Gateway {
	(request: GatewayRequest): Promise<Response>;
	/** As the call, without the weight of the class `Response`. */
	reply(request: GatewayRequest): Promise<Reply>;
	/** A path with a code that opens the page once. */
	createPageLink(): string;
	/** Answers new calls with 503 from now on; resolves when those under way have ended. */
	drain(): Promise<void>;
	/** Calls under way. */
	readonly inFlight: number;
}

/** One place a call may go to. */
export interface Target {
	/** Model id on the hub; with a policy of the router as suffix where one was given. */
	model: string;
	/** Id of a provider; undefined for the hub's choice. */
	provider: string | undefined;
}
