import { closestWord } from "../catalogue/index.ts";
import { type AccessRules, checkCaller, checkKey, corsHeaders } from "./access.ts";
import { GatewayError } from "./errors.ts";
import type { Incoming } from "./incoming.ts";
import { Page } from "./page.ts";
import { ROUTES, type Route } from "./routes.ts";
import { createServices, type Services } from "./services.ts";
import type { Gateway, GatewayOptions } from "./types.ts";

/**
 * Makes a gateway: it answers requests in the form of the OpenAI API by calling providers through the library.
 *
 * ```ts
 * const gateway = createGateway({ token: process.env.HF_TOKEN, aliases: { fast: ["org/a:groq", "org/b:cerebras"] } });
 * const response = await gateway(new Request("http://localhost/v1/chat/completions", { method: "POST", body }));
 * ```
 * The returned function never throws: errors are responses.
 * @throws GatewayError for an alias that cannot be read
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
	const services = createServices(options);
	const page = new Page(services);
	const rules: AccessRules = { key: options.key, hosts: options.hosts ?? [], cors: options.cors ?? [] };
	let isDraining = false;
	const idle: (() => void)[] = [];
	let active = 0;

	const answer = async (request: Request): Promise<Response> => {
		let route: Route | undefined;
		try {
			checkCaller(request, rules);
			if (request.method === "OPTIONS")
				return new Response(null, { status: 204, headers: corsHeaders(request, rules) });
			const url = new URL(request.url);
			const found = findRoute(request, url);
			route = found.route;
			if (!route.access) checkKey(request, rules.key);
			if (isDraining && route.isCall) {
				throw new GatewayError(503, "hub serve is stopping.", { code: "stopping", retryAfter: 1 });
			}
			const incoming: Incoming = {
				services,
				request,
				url,
				route: route.path,
				groups: found.groups,
				client: nameClient(request),
			};
			const response = await route.handle(incoming, page);
			return addHeaders(response, corsHeaders(request, rules));
		} catch (error) {
			return toResponse(error, services, corsHeaders(request, rules));
		}
	};

	const gateway = async (request: Request): Promise<Response> => {
		active++;
		const end = (): void => {
			active--;
			if (active === 0) for (const resolve of idle.splice(0)) resolve();
		};
		const response = await answer(request);
		return endWith(response, end);
	};
	return Object.defineProperty(
		Object.assign(gateway, {
			createPageLink: () => page.createLink(),
			drain: (): Promise<void> => {
				isDraining = true;
				return active === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
			},
			inFlight: 0,
		}),
		"inFlight",
		{ get: () => services.metrics.inFlight },
	);
}

function findRoute(request: Request, url: URL): { route: Route; groups: string[] } {
	const path = url.pathname.length > 1 ? url.pathname.replace(/\/+$/, "") || "/" : url.pathname;
	const matching = ROUTES.filter(({ pattern }) => pattern.test(path));
	const method = request.method === "HEAD" ? "GET" : request.method;
	const route = matching.find((candidate) => candidate.method === method);
	if (route) return { route, groups: (route.pattern.exec(path) ?? []).slice(1).map(decode) };
	const [other] = matching;
	if (other) {
		const message = `${other.path} takes ${other.method}, not ${request.method}.`;
		throw new GatewayError(405, message, { code: "method_not_allowed", headers: { allow: other.method } });
	}
	const guess = closestWord(
		path,
		ROUTES.filter(({ access }) => !access).map((candidate) => candidate.path),
	);
	const hint = guess ? ` Did you mean ${guess}?` : "";
	throw new GatewayError(404, `There is no route ${request.method} ${path}.${hint}`, { code: "unknown_route" });
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new GatewayError(400, "The URL is malformed.", { code: "invalid_url" });
	}
}

/** Tells clients apart, so that the line is fair between them: by their name for themselves. */
function nameClient({ headers }: Request): string {
	return `${headers.get("x-hub-client") ?? ""} ${headers.get("openai-project") ?? ""} ${headers.get("user-agent") ?? ""}`;
}

function toResponse(error: unknown, services: Services, headers: Record<string, string>): Response {
	if (error instanceof GatewayError) {
		const message = services.clean(suggestModel(error, services));
		return new GatewayError(error.status, message, error.details).toResponse(headers);
	}
	const reason = error instanceof Error ? error.message : String(error);
	const fault = new GatewayError(500, services.clean(`This is a fault in hub: ${reason}`), { code: "internal_error" });
	return fault.toResponse(headers);
}

function suggestModel({ message, details }: GatewayError, { models, targets }: Services): string {
	if (details.code !== "model_not_found" || message.includes("Did you mean")) return message;
	const model = /[\w.-]+\/[\w.-]+/.exec(message)?.[0];
	const names = [...targets.aliases.keys(), ...models.ids].filter((name) => name !== model);
	const guess = model && closestWord(model, names);
	return guess ? `${message} Did you mean ${guess}?` : message;
}

function addHeaders(response: Response, headers: Record<string, string>): Response {
	for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
	return response;
}

/** The response, with a function that is called when its body has been read or dropped. */
function endWith(response: Response, end: () => void): Response {
	const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
	if (!isStream || !response.body) {
		end();
		return response;
	}
	const reader = response.body.getReader();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await reader.read();
				if (!done) return controller.enqueue(value);
				end();
				controller.close();
			},
			cancel(reason) {
				end();
				return reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
	return new Response(body, response);
}
