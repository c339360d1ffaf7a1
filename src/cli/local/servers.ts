import { connect } from "node:net";
import { parseJson, readMember } from "../../base/json.ts";
import { taskName } from "../../catalogue/aliases.ts";
import { type ModelFacts, readServerFacts } from "../../exchange/model-facts.ts";
import { GatewayError } from "../../gateway/errors.ts";
import type { LocalModel, LocalServers } from "../../gateway/index.ts";
import { isLoopback } from "../../http/callers.ts";
import { type Fetch, race, readText } from "../../http/index.ts";
import { chat } from "../../inference/adapters/chat.ts";
import { completions, readCompletion } from "../../inference/adapters/completions.ts";
import { embeddings } from "../../inference/adapters/embeddings.ts";
import { defineProvider, type InferenceTask, type Provider } from "../../inference/index.ts";
import type { Context } from "../context.ts";
import type { ErrorCode } from "../errors/error-codes.ts";
import { missingModel, UsageError, unsuited, wrongValue } from "../errors/usage.ts";
import { createTransport } from "../network/transport/index.ts";
import { bareHost, portOf } from "../network/transport/request-parts.ts";
import { LOCAL_KINDS, LOCAL_NAMES, type LocalKind } from "../options/local-servers.ts";

/** Finds the running servers of a name, in the order of the URLs. Each takes at most 50 ms if nothing listens. */
export async function findServers(
	name: string,
	context: Context,
	places: readonly ServerAddress[] = listAddresses(name, context.env),
): Promise<LocalServer[]> {
	// Neither proxies nor retries: a server responds at once or does not run.
	const transport = createTransport(() => undefined);
	try {
		const found = await Promise.all(places.map((place) => probeServer(place, transport.fetch, context)));
		return found.filter((server) => server !== undefined);
	} finally {
		transport.close();
	}
}

/** Returns a server's own key, from the variable its own tools use; sent encrypted or to this machine only. */
export function findKey(kind: LocalKind, url: string, { env, secrets }: Context): string | undefined {
	const { protocol, hostname } = new URL(url);
	const key = env[kind.keyVariable]?.trim();
	if (!key || key.startsWith("hf_") || (protocol !== "https:" && !isLoopback(hostname))) return undefined;
	secrets.add(key, `$${kind.keyVariable}`);
	return key;
}

interface ServerAddress {
	kind: LocalKind;
	/** Scheme, host and port. */
	url: string;
}

/** Returns the URLs to check for servers of a name: `OLLAMA_HOST` first, then the usual ports. */
export function listAddresses(name: string, env: Context["env"]): ServerAddress[] {
	const kinds = LOCAL_KINDS.filter(({ id }) => name === "local" || id === name);
	return kinds.map((kind) => {
		const host = kind.id === "ollama" ? env["OLLAMA_HOST"]?.trim() : undefined;
		return { kind, url: host ? readHost(host, kind.port) : `http://127.0.0.1:${kind.port}` };
	});
}

/**
 * Parses a host in Ollama's format: `gpu`, `gpu:1234`, `:1234`, `http://gpu:1234`. A server that listens on all
 * interfaces is called on this machine.
 * @throws UsageError if it is invalid
 */
function readHost(host: string, port: number): string {
	const hasScheme = /^https?:\/\//.test(host);
	const whole = hasScheme ? host : `http://${host.startsWith(":") ? `127.0.0.1${host}` : host}`;
	if (!URL.canParse(whole)) throw wrongValue(`OLLAMA_HOST must be a host with a port or a URL, got "${host}".`);
	const url = new URL(whole);
	if (["0.0.0.0", "[::]"].includes(url.hostname)) url.hostname = "127.0.0.1";
	if (!hasScheme && url.port === "") url.port = String(port);
	return url.origin;
}

interface LocalServer extends ServerAddress {
	/** Ids of models, in its own order. */
	models: readonly string[];
	/** Requests the facts of the models. */
	readFacts(): Promise<readonly LocalModel[]>;
}

/** Maximum wait for a connection, in milliseconds: on this machine the kernel responds at once. */
const CONNECT_LIMIT = { here: 50, elsewhere: 1000 };
/** Maximum wait for the response of a listening server, in milliseconds. */
const ANSWER_LIMIT = 3000;
/** Maximum bytes of a response that are read. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

/**
 * Checks whether a server listens at a URL, and requests its models. No token is sent.
 * @returns undefined if nothing listens, or another program does, such as `hub serve`
 */
async function probeServer(
	{ kind, url }: ServerAddress,
	fetch: Fetch,
	context: Context,
): Promise<LocalServer | undefined> {
	const { signal } = context;
	if (!(await listens(new URL(url), signal))) return undefined;
	const key = findKey(kind, url, context);
	const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
	const ask = async (path: string, send = fetch, more: RequestInit = {}): Promise<unknown> => {
		const limited = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT)]);
		try {
			const request = { headers: path === "/health" ? {} : headers, signal: limited, ...more };
			const response = await send(`${url}${path}`, request);
			const text = await readText(response, { jsonBytes: MAX_ANSWER_BYTES });
			return response.ok ? parseJson(text) : undefined;
		} catch (error) {
			if (signal.aborted) throw error;
			return undefined;
		}
	};
	const [health, list] = await Promise.all([ask("/health"), ask("/v1/models")]);
	if (readMember(health, "server") === "hub") return undefined;
	const old = async () => kind.oldList && readEntries(await ask(kind.oldList));
	const entries = readEntries(list) ?? (await old());
	if (!entries) return undefined;
	const readFacts = async (): Promise<readonly LocalModel[]> => {
		const transport = createTransport(() => undefined);
		const fetchDetails = async (id: string): Promise<ModelFacts> => {
			if (!kind.details) return {};
			const sent = { ...headers, "content-type": "application/json" };
			const request = { method: "POST", headers: sent, body: JSON.stringify({ model: id }) };
			return readServerFacts(readDetails(await ask(kind.details, transport.fetch, request)));
		};
		try {
			const state = kind.state && (await ask(kind.state, transport.fetch));
			const details = await Promise.all([...entries.keys()].slice(0, MAX_DETAILS).map(fetchDetails));
			const states = new Map(readEntries(state));
			return [...entries].map(([id, entry], index) => {
				// Without a list it is about the one model that the server has loaded.
				const loaded = readServerFacts(states.size > 0 ? states.get(id) : state);
				return { id, ...details[index], ...readServerFacts(entry), ...loaded };
			});
		} finally {
			transport.close();
		}
	};
	return { kind, url, models: [...entries.keys()], readFacts };
}

/** Maximum models of a server that are requested one by one. */
const MAX_DETAILS = 100;

/** Returns Ollama's facts about a model, with its context: a member named after the architecture, `llama.context_length`. */
export function readDetails(answer: unknown): object {
	const facts = Object.entries(readMember(answer, "model_info") ?? {});
	const context_length: unknown = facts.find(([name]) => name.endsWith(".context_length"))?.[1];
	return { capabilities: readMember(answer, "capabilities"), context_length };
}

/** Returns a server's models: id → its facts about it. */
function readEntries(answer: unknown): Map<string, unknown> | undefined {
	const list = readMember(answer, "data") ?? readMember(answer, "models");
	if (!Array.isArray(list)) return undefined;
	const named = list.map((entry: unknown) => [readMember(entry, "id") ?? readMember(entry, "name"), entry] as const);
	return new Map(named.filter((pair): pair is [string, unknown] => typeof pair[0] === "string"));
}

async function listens(url: URL, signal: AbortSignal): Promise<boolean> {
	const limit = isLoopback(url.hostname) ? CONNECT_LIMIT.here : CONNECT_LIMIT.elsewhere;
	const socket = connect({ host: bareHost(url), port: portOf(url) });
	let timer: NodeJS.Timeout | undefined;
	const connected = new Promise<boolean>((resolve) => {
		socket.once("connect", () => resolve(true));
		socket.once("error", () => resolve(false));
		// On a busy machine the timer may fire before a connection made in time is reported: sockets are handled next.
		timer = setTimeout(() => setImmediate(() => resolve(false)), limit);
	});
	try {
		return await race(connected, signal);
	} finally {
		clearTimeout(timer);
		socket.destroy();
	}
}

/** A server on this machine, with the model to call. */
export interface LocalChoice {
	server: LocalServer;
	model: string;
	/** For tasks besides chat: the server as a provider of the library. */
	service: Provider;
	task: InferenceTask;
}

/**
 * Chooses a server on this machine and its model: the named one, else the first that the server lists.
 * @param name `local`, or one kind of server
 * @param task undefined for that of the model, by its name
 * @param isShown the request is only shown, which needs no running server
 * @throws UsageError if none is running, supports the task, or has the model
 */
export async function chooseLocal(
	name: string,
	task: InferenceTask | undefined,
	model: string | undefined,
	context: Context,
	isShown = false,
): Promise<LocalChoice> {
	const places = listAddresses(name, context.env);
	const found = await findServers(name, context, places);
	const isEnough = found.length > 0 || !isShown || model === undefined;
	const servers = isEnough
		? found
		: places.slice(0, 1).map((place) => ({ ...place, models: [model], readFacts: async () => [] }));
	const ofName = EMBEDDING_MODEL_NAME.test(model ?? "") ? "feature-extraction" : "conversational";
	return choose({ name, places, servers }, task ?? ofName, model);
}

interface CachedLookup {
	name: string;
	places: readonly ServerAddress[];
	servers: readonly LocalServer[];
}

function choose({ name, places, servers }: CachedLookup, task: InferenceTask, model: string | undefined): LocalChoice {
	const [first] = servers;
	if (!first) throw noServer(places);
	// Ollama leaves the tag `latest` out.
	const hasModel = ({ models }: LocalServer): boolean =>
		model === undefined ? models.length > 0 : models.includes(model) || models.includes(`${model}:latest`);
	const server = servers.find(hasModel) ?? (model === undefined ? first : undefined);
	// A named server is called even if it does not list the model.
	const chosen = server ?? (name === "local" ? undefined : first);
	if (!chosen) throw noModel(model ?? "", servers);
	const service = toProvider(chosen);
	if (!Object.hasOwn(service.tasks, task)) {
		const tasks = Object.keys(service.tasks).map((id) => taskName(id));
		throw unsuited(
			`${chosen.kind.name} does not support ${taskName(task)}.`,
			`Tasks of local servers: ${tasks.join(", ")}.`,
		);
	}
	const isEmbedding = task === "feature-extraction";
	const fitting = chosen.models.find((name) => EMBEDDING_MODEL_NAME.test(name) === isEmbedding);
	const id = model ?? fitting ?? chosen.models[0];
	if (id !== undefined) return { server: chosen, model: id, service, task };
	throw missingModel(
		`${chosen.kind.name} at ${chosen.url} lists no models.`,
		chosen.kind.id === "ollama" ? "Get one: ollama pull MODEL" : "Load one in it, or name one with -m.",
	);
}

/** Lifetime of a look-up, in milliseconds: a server may start or stop at any time. */
const LOOKUP_LIFETIME_MS = { found: 10_000, missing: 2000 };

/** Servers on this machine as targets of a gateway. */
export function createLocalServers(
	context: Context,
	isSandbox: boolean,
): LocalServers & { start(name: string): Promise<void> } {
	const looks = new Map<string, { until: number; look: Promise<CachedLookup> }>();
	const look = (name: string): Promise<CachedLookup> => {
		const known = looks.get(name);
		if (known && context.now() < known.until) return known.look;
		const places = listAddresses(name, context.env);
		const found = findServers(name, context, places).then((servers) => {
			entry.until = context.now() + (servers.length > 0 ? LOOKUP_LIFETIME_MS.found : LOOKUP_LIFETIME_MS.missing);
			return { name, places, servers };
		});
		const entry = { until: Number.POSITIVE_INFINITY, look: found };
		found.catch(() => looks.delete(name));
		looks.set(name, entry);
		return found;
	};
	const nowhere = new GatewayError(503, "The sandbox has no local servers.", { code: "local_server_unavailable" });
	return {
		names: LOCAL_NAMES,
		find: async (name, model, task) => {
			if (isSandbox) throw nowhere;
			try {
				const { server, service } = choose(await look(name), task, model);
				return { provider: service, accessToken: findKey(server.kind, server.url, context) };
			} catch (error) {
				if (!(error instanceof UsageError)) throw error;
				const [status, code] = STATUSES[error.code] ?? [503, "local_server_unavailable"];
				throw new GatewayError(status, [error.message, error.hint].filter(Boolean).join(" "), { code });
			}
		},
		list: async (name) => {
			if (isSandbox) return [];
			const { servers } = await look(name);
			const found = servers.map(async ({ kind, readFacts }) => {
				return (await readFacts()).map((model) => ({ ...model, id: `${model.id}:${kind.id}` }));
			});
			return (await Promise.all(found)).flat();
		},
		/** Notes that no server of the name runs. */
		start: async (name) => {
			if (isSandbox) return;
			const { places, servers } = await look(name);
			const { message, hint } = noServer(places);
			if (servers.length === 0) context.note(`${message} hub checks again at each call. ${hint}`);
		},
	};
}

const STATUSES: Readonly<Partial<Record<ErrorCode, [status: number, code: string]>>> = {
	"no-model": [404, "model_not_found"],
	"provider-unsuited": [400, "task_unsupported"],
};

/** Ids of embedding models, which cannot chat. */
const EMBEDDING_MODEL_NAME = /embed|\bbge\b|\bgte\b|minilm/i;

function toProvider({ kind, url }: LocalServer): Provider {
	return defineProvider({
		id: kind.id,
		label: kind.name,
		baseUrl: url,
		tasks: {
			conversational: chat(),
			"text-generation": completions("Expected a completion", { read: readCompletion }),
			"feature-extraction": embeddings("Expected embeddings"),
		},
	});
}

function noServer(places: readonly ServerAddress[]): UsageError {
	const [{ kind, url } = {}, ...others] = places;
	const looked = places.map((place) => `${place.kind.name} (${new URL(place.url).host})`).join(", ");
	const [message, hint] =
		kind && others.length === 0
			? [`${kind.name} does not respond at ${url}.`, `Start it: ${kind.start}`]
			: [`No local server responds: ${looked}.`, "Start one, or name its URL with --endpoint."];
	return new UsageError(message, hint, "no-local-server");
}

function noModel(model: string, servers: readonly LocalServer[]): UsageError {
	const known = [...new Set(servers.flatMap(({ models }) => models))];
	const list = `They have ${known.slice(0, 5).join(", ")}${known.length > 5 ? " …" : ""}.`;
	return missingModel(`No local server has the model ${model}.`, known.length > 0 ? list : undefined);
}
