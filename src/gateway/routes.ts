import { type ErrorFormat, GatewayError, suggest } from "./errors.ts";
import { answerSpeech, answerTranscription, answerTranslation } from "./handlers/audio.ts";
import { answerChat } from "./handlers/chat.ts";
import { answerCompletion } from "./handlers/completions.ts";
import { answerEmbeddings } from "./handlers/embeddings.ts";
import { answerImageEdits, answerImages } from "./handlers/images.ts";
import { answerMessages, answerTokenCount } from "./handlers/messages.ts";
import { answerModel, answerModels } from "./handlers/models.ts";
import {
	answerCompact,
	answerInputItems,
	answerInputTokens,
	answerKeptResponse,
	answerResponseCancel,
	answerResponses,
} from "./handlers/responses.ts";
import { answerTask } from "./handlers/tasks.ts";
import { formatMessagesError } from "./messages-output.ts";
import type { Page } from "./page.ts";
import type { Incoming } from "./read-request.ts";
import { type Reply, replyJson } from "./reply.ts";
import type { GatewayRequest } from "./types.ts";

export interface Route {
	method: "GET" | "POST" | "DELETE";
	/** For messages and metrics. */
	path: string;
	pattern: RegExp;
	/** `open`: no key; `page`: key or cookie, checked by the page; else the key. */
	access?: "open" | "page";
	/** The format of errors. Default: OpenAI's. */
	errors?: ErrorFormat | undefined;
	/** It shows the calls of all keys, so named keys may not read it. */
	isOwners?: true;
	/** It calls a model, so it is refused while the gateway drains. */
	isCall?: true;
	handle(incoming: Incoming, page: Page): Reply | Promise<Reply>;
}

/** All routes; those that call models are refused while the gateway drains. */
export const ROUTES: readonly Route[] = [
	call("/v1/chat/completions", answerChat),
	call("/v1/completions", answerCompletion),
	call("/v1/embeddings", answerEmbeddings),
	call("/v1/images/generations", answerImages),
	call("/v1/images/edits", answerImageEdits),
	call("/v1/audio/speech", answerSpeech),
	call("/v1/audio/transcriptions", answerTranscription),
	call("/v1/audio/translations", answerTranslation),
	call("/v1/responses", answerResponses),
	call("/v1/messages", answerMessages, formatMessagesError),
	call("/v1/messages/count_tokens", answerTokenCount, formatMessagesError),
	call("/v1/responses/input_tokens", answerInputTokens),
	{ ...get("/v1/responses/compact", answerCompact), method: "POST" },
	get("/v1/responses/{id}", answerKeptResponse),
	{ ...get("/v1/responses/{id}", answerKeptResponse), method: "DELETE" },
	{ ...get("/v1/responses/{id}/cancel", answerResponseCancel), method: "POST" },
	get("/v1/responses/{id}/input_items", answerInputItems),
	call("/v1/tasks/{task}", answerTask),
	get("/v1/models", answerModels),
	// Ids of models contain slashes.
	{ ...get("/v1/models/{id}", answerModel), pattern: /^\/v1\/models\/(.+)$/ },
	{ ...get("/health", answerHealth), access: "open" },
	{ ...get("/ready", answerReady), access: "open" },
	{ ...get("/metrics", answerMetrics), isOwners: true },
	{ ...get("/", ({ request, url }, page) => page.answer(request, url)), access: "page" },
	{ ...get("/page.js", (_, page) => page.answerFile("script")), access: "open" },
	{ ...get("/page.css", (_, page) => page.answerFile("style")), access: "open" },
	{ ...get("/calls", ({ request, url }, page) => page.answerCalls(request, url)), access: "page" },
	{ ...get("/calls/{id}", ({ request, groups }, page) => page.answerCall(request, groups[0] ?? "")), access: "page" },
];

/** Paths of the routes that call a model, or read what would be sent to one. */
export const CALL_ROUTES: readonly string[] = ROUTES.filter(({ isCall }) => isCall).map(({ path }) => path);

/** @param path with `{name}` for one segment */
function get(path: string, handle: Route["handle"]): Route {
	const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/, "([^/]+)")}$`);
	return { method: "GET", path, pattern, handle };
}

function call(path: string, handle: Route["handle"], errors?: ErrorFormat): Route {
	return { ...get(path, handle), method: "POST", isCall: true, errors };
}

function answerHealth({ services }: Incoming): Reply {
	const { isDraining } = services;
	return replyJson({ status: isDraining ? "stopping" : "ok", server: "hub" }, { status: isDraining ? 503 : 200 });
}

/** Whether new calls would be accepted: not while the gateway drains, or while the queue is full. */
function answerReady({ services }: Incoming): Reply {
	const { waiting, limit } = services.queues.calls;
	const status = services.isDraining ? "stopping" : waiting > 0 && waiting >= limit ? "busy" : "ready";
	return replyJson({ status, server: "hub" }, { status: status === "ready" ? 200 : 503 });
}

function answerMetrics({ services }: Incoming): Reply {
	const { metrics, queues, breaker } = services;
	const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
	return { status: 200, headers, body: metrics.format(queues.calls.waiting, breaker.countOpen()) };
}

const EXACT: ReadonlyMap<string, Route> = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]));

/** Returns the route of a request. @throws GatewayError 404 or 405 */
export function findRoute(request: GatewayRequest, url: URL): { route: Route; groups: readonly string[] } {
	const exact = EXACT.get(`${request.method} ${url.pathname}`);
	if (exact) return { route: exact, groups: NONE };
	const path = url.pathname.length > 1 ? url.pathname.replace(/(?<!\/)\/+$/, "") || "/" : url.pathname;
	const matching = ROUTES.filter(({ pattern }) => pattern.test(path));
	const method = request.method === "HEAD" ? "GET" : request.method;
	const route = matching.find((candidate) => candidate.method === method);
	if (route) return { route, groups: (route.pattern.exec(path) ?? []).slice(1).map(decode) };
	const [other] = matching;
	if (other) {
		const methods = matching.map((candidate) => candidate.method);
		const message = `${other.path} takes ${methods.join(" and ")}, not ${request.method}.`;
		throw new GatewayError(405, message, { code: "method_not_allowed", headers: { allow: methods.join(", ") } });
	}
	const known = ROUTES.filter(({ access }) => !access).map((candidate) => candidate.path);
	const hint = suggest(path, known);
	throw new GatewayError(404, `There is no route ${request.method} ${path}.${hint}`, { code: "unknown_route" });
}

const NONE: readonly string[] = [];

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new GatewayError(400, "The URL is malformed.", { code: "invalid_url" });
	}
}
