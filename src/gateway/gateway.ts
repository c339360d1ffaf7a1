import { memoize } from "../base/memoize.ts";
import { closestWord } from "../catalogue/closest-word.ts";
import { settleWithin } from "../http/abort.ts";
import type { CallerRules } from "../http/callers.ts";
import { checkHashedKey, checkKey, corsHeaders, createCallerCheck } from "./access.ts";
import { decompress } from "./content-encoding.ts";
import { type ErrorFormat, GatewayError, messageOf } from "./errors.ts";
import { formatMessagesError } from "./messages-output.ts";
import { createPage } from "./page.ts";
import { createRequestId } from "./read-request.ts";
import { isStream, type Reply, toResponse } from "./reply.ts";
import { findRoute } from "./routes.ts";
import { createServices, type Services } from "./services.ts";
import type { Gateway, GatewayOptions, GatewayRequest, NamedKey } from "./types.ts";

/**
 * Creates a gateway: it serves requests in the format of the OpenAI API by calling providers through the library.
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
	const page = createPage(services);
	const rules: CallerRules = { hosts: options.hosts ?? [], cors: options.cors ?? [] };
	const checkCaller = createCallerCheck(rules);
	const parseUrl = memoize((href) => withoutBase(new URL(href), options.basePath));
	const idle: (() => void)[] = [];
	const keys = () => ({ key: options.key, keys: services.settings.keys });
	let active = 0;

	const answer = async (given: GatewayRequest): Promise<Reply> => {
		let request = given;
		// Also for unknown routes and keys: clients of Anthropic's API send its version with each request.
		let format: ErrorFormat | undefined = request.headers.has("anthropic-version") ? formatMessagesError : undefined;
		let key: NamedKey | undefined;
		try {
			checkCaller(request);
			if (request.method === "OPTIONS") return { status: 204, headers: corsHeaders(request, rules), body: undefined };
			const url = parseUrl(request.url);
			const { route, groups } = findRoute(request, url);
			format = route.errors ?? format;
			if (!route.access)
				key = services.hasHashedKeys ? await checkHashedKey(request, keys()) : checkKey(request, keys());
			if (key && route.isOwners) {
				const message = `The key of ${key.name} calls models only: ${route.path} needs the key that hub serve printed.`;
				throw new GatewayError(403, message, { code: "owner_only" });
			}
			if (services.isDraining && route.isCall) {
				throw new GatewayError(503, "hub serve is stopping.", { code: "stopping", retryAfter: 1 });
			}
			if (key && route.isCall) services.keyLimits.admit(key);
			request = decompress(request);
			const client = `${key?.name ?? ""} ${nameClient(request)}`;
			const reply = await route.handle({ services, request, url, route: route.path, groups, client, key }, page);
			reply.headers["x-request-id"] ??= createRequestId(services.now());
			if (request.headers.has("origin")) Object.assign(reply.headers, corsHeaders(request, rules));
			return reply;
		} catch (error) {
			const failure = await describeError(error, services, key);
			// A call that had started has an id.
			const id = failure.details.headers?.["x-request-id"] ?? createRequestId(services.now());
			return failure.toReply({ ...corsHeaders(request, rules), "x-request-id": id }, format);
		}
	};
	const end = (): void => {
		active--;
		if (active === 0) for (const resolve of idle.splice(0)) resolve();
	};
	const reply = async (request: GatewayRequest): Promise<Reply> => {
		active++;
		const found = await answer(request);
		if (isStream(found.body)) found.body.onEnd = end;
		else end();
		return found;
	};
	const gateway = Object.assign(async (request: GatewayRequest) => toResponse(await reply(request)), {
		reply,
		createPageLink: page.createLink,
		drain: (): Promise<void> => {
			services.isDraining = true;
			return active === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve));
		},
		update: services.update,
		conversations: services.conversations.list,
		inFlight: 0,
	});
	return Object.defineProperty(gateway, "inFlight", { get: () => services.metrics.inFlight });
}

/** Removes the path below which a proxy shows the gateway; some proxies remove it themselves. */
function withoutBase(url: URL, base = ""): URL {
	if (base !== "" && `${url.pathname}/`.startsWith(`${base}/`)) url.pathname = url.pathname.slice(base.length);
	return url;
}

/** Identifies the client by the name it sends, so that the queue is fair between clients. */
function nameClient({ headers }: GatewayRequest): string {
	return `${headers.get("x-hub-client") ?? ""} ${headers.get("openai-project") ?? ""} ${headers.get("user-agent") ?? ""}`;
}

async function describeError(error: unknown, services: Services, key: NamedKey | undefined): Promise<GatewayError> {
	if (error instanceof GatewayError) {
		return new GatewayError(error.status, services.clean(await suggestModel(error, services, key)), error.details);
	}
	const message = services.clean(`This is a bug in hub: ${messageOf(error)}`);
	return new GatewayError(500, message, { code: "internal_error" });
}

const MODELS_TIMEOUT_MS = 1000;

async function suggestModel(
	{ message, details }: GatewayError,
	{ models, targets }: Services,
	key: NamedKey | undefined,
): Promise<string> {
	if (details.code !== "model_not_found" || message.includes("Did you mean")) return message;
	// The period at the end of the sentence is not part of the name.
	const model = details.model ?? /(?<![\w.-])[\w.-]+\/[\w.-]*\w/.exec(message)?.[0];
	if (model === undefined) return message;
	await settleWithin(models.list(), MODELS_TIMEOUT_MS);
	const names = [...targets.aliases.keys(), ...models.known().map(({ id }) => id)];
	const near = findNear(
		model,
		names.filter((name) => name !== model && targets.mayCall(name, key)),
	);
	const guess = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
	const alias = /^[\w.-]+$/.test(model) ? ` --alias ${model}=${near[0] ?? "ORG/NAME"} gives the name a model.` : "";
	return message + guess + alias;
}

const MAX_NEAR = 3;

/** Returns similar names, the most similar first; a bare name is compared with names without owner. */
function findNear(model: string, names: readonly string[]): string[] {
	const isBare = !model.includes("/");
	const found = new Map(names.map((name) => [isBare ? name.slice(name.lastIndexOf("/") + 1) : name, name]));
	const left = new Set(found.keys());
	const near: string[] = [];
	for (let key = closestWord(model, left); key !== undefined; key = closestWord(model, left)) {
		left.delete(key);
		near.push(key);
		if (!isBare || near.length === MAX_NEAR) break;
	}
	// Of the same family: `gpt-4o` → `gpt-oss-20b`.
	const family = isBare ? /^[a-z]{2,}/i.exec(model)?.[0].toLowerCase() : undefined;
	if (family !== undefined) near.push(...[...left].filter((key) => key.toLowerCase().startsWith(family)));
	return near.slice(0, MAX_NEAR).map((key) => found.get(key) ?? key);
}
