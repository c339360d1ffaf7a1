import { unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isatty } from "node:tty";
import { type Exchange, Secrets } from "../../../exchange/index.ts";
import {
	type Alias,
	createGateway,
	createSpending,
	type Gateway,
	type GatewayOptions,
	type GatewaySettings,
	type NamedKey,
	type PageFiles,
	type Spending,
	type Target,
} from "../../../gateway/index.ts";
import { parseAlias, parseTarget } from "../../../gateway/targets.ts";
import { MAX_TIMER_MS, untilAborted } from "../../../http/abort.ts";
import { isLoopback } from "../../../http/callers.ts";
import { findErrorCode } from "../../../http/index.ts";
import { findProvider } from "../../../inference/providers/registry.ts";
import { AUTO } from "../../../inference/providers/router.ts";
import { findProviderSetting } from "../../config/placement.ts";
import { isSandboxed, type PlaceOptions } from "../../config/sandbox.ts";
import { type Config, readConfig, readPrefixed, resolveSetting } from "../../config/settings.ts";
import { ALIAS_PREFIX, readAliasTargets } from "../../config/stored-names.ts";
import { keyVariable, knownSecrets, SANDBOX_TOKEN, takeToken } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { optionConflict, UsageError, wrongValue } from "../../errors/usage.ts";
import { hasBuiltFile, readBuiltFile } from "../../files/read-bounded.ts";
import { readTokenOption } from "../../input/token.ts";
import { createLocalServers } from "../../local/servers.ts";
import { type Connection, connect, preloadNetwork } from "../../network/connect.ts";
import { loadOffers } from "../../network/offers.ts";
import { SANDBOX } from "../../options/global-options.ts";
import { LOCAL_NAMES } from "../../options/local-servers.ts";
import { isLocalName, PROVIDER_NAMES, readProviders, splitModel } from "../../options/provider.ts";
import { paintStyled } from "../../terminal/styled.ts";
import { createCallKeeper, openSpending, showCalls, warnOnce } from "./call-keeper.ts";
import { endpointNames, readEndpoints } from "./endpoints.ts";
import { readForm } from "./forms.ts";
import { keepConversations, readConversations } from "./kept-conversations.ts";
import { chooseKey, createKey, type ServeCommandOptions } from "./options.ts";
import { isReleasing, type RunningServer, startServer } from "./server.ts";
import { readStoredKeys, storedKeysPath } from "./stored-keys.ts";

const PORT = 4141;
const HOST = "127.0.0.1";
/** Seconds. */
const DEFAULT_GRACE_S = 20;

/**
 * Serves until a signal arrives, then waits for the calls in flight.
 * @param reread reads the options again, for SIGHUP
 */
export async function runServe(
	given: ServeCommandOptions,
	context: Context,
	reread: () => Promise<ServeCommandOptions>,
): Promise<void> {
	const { port = PORT, host = HOST } = given;
	if (given.keyStdin && given.tokenStdin) throw optionConflict("--key-stdin", "--token-stdin");
	const key = await chooseKey(given, host, context);
	const { gateway, server, reload } = await open(given, key, host, port, context);
	const url = openableUrl(server.url);
	await context.print(
		context.flags.json
			? `${JSON.stringify({ url, key: key ?? null })}\n`
			: `export OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=${key ?? "none"}\n`,
	);
	const { dim } = context.colors.stderr;
	const link = key === undefined ? `${given.basePath ?? ""}/` : gateway.createPageLink();
	context.note(paintStyled(dim, `hub serve listens on ${url}. Ctrl-C ends it.`));
	context.note(paintStyled(dim, `Call log (one-time link): ${url}${link}`));
	if (!isLoopback(host)) context.note("Other machines can reach this port; only the key protects it.");
	// Otherwise the first call would delay others while its modules load.
	if (!given.sandbox) void preloadNetwork();
	const release = reloadOnHangup(() => reload(reread), context);
	await untilAborted(context.signal);
	release();
	await drain(gateway, server, given.grace ?? DEFAULT_GRACE_S, context);
	context.signal.throwIfAborted();
}

/** The URL of a server that listens on all interfaces cannot be opened. */
function openableUrl(url: string): string {
	return url.replace("://0.0.0.0:", "://127.0.0.1:").replace("://[::]:", "://[::1]:");
}

/** Reloads settings at SIGHUP, unless the terminal that started the server is gone: then it ends. */
function reloadOnHangup(reload: () => Promise<void>, context: Context): () => void {
	const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
	return context.catchSignals((signal) => {
		const hasTerminal = terminals.every((descriptor) => isatty(descriptor));
		// Windows sends it when the window is closed.
		if (signal !== "SIGHUP" || !hasTerminal || context.platform === "win32") return false;
		reload().catch((error: unknown) => {
			const { message, hint } = error as UsageError;
			context.warn(
				["The settings stay as they are: they cannot be read again.", message, hint].filter(Boolean).join(" "),
			);
		});
		return undefined;
	});
}

/** Listeners for the calls of a gateway, and for what was left out of requests. */
type GatewayListeners = { onCall(exchange: Exchange): void; onNotice(notice: string): void };

/** Starts a gateway for another program that this command starts: on a free port of loopback, with its own key. */
export async function startGateway(given: ServeCommandOptions, context: Context, listeners: GatewayListeners) {
	const key = createKey();
	const { gateway, server } = await open(given, key, HOST, 0, context, listeners);
	return {
		url: server.url,
		key,
		/** Gives the calls in flight a second to end, then stops the server. */
		close: async (): Promise<void> => {
			await Promise.race([gateway.drain(), sleep(OWN_GRACE_MS, undefined, { ref: false })]);
			await server.close();
		},
	};
}

/** Milliseconds for the last calls of a program that has ended: their cost is known when they end. */
const OWN_GRACE_MS = 1000;

interface OpenGateway {
	gateway: Gateway;
	server: RunningServer;
	/** Reads what may change while it runs again. */
	reload(read: () => Promise<ServeCommandOptions>): Promise<void>;
}

async function open(
	given: ServeCommandOptions,
	key: string | undefined,
	host: string,
	port: number,
	context: Context,
	listeners?: GatewayListeners,
): Promise<OpenGateway> {
	const options = await readTokenOption(given, context);
	// Keys of other clients are for `hub serve`: what `hub launch` starts is for one program.
	const isShared = listeners === undefined && key !== undefined;
	const served = await gatewayOptions(options, key, isShared, host, context);
	const { isSandbox, isRecorded, secrets, spending } = served;
	const isKept = !isSandbox && !isRecorded;
	const gateway = createGateway({
		...served.options,
		// A replay uses its recordings, whichever provider served the conversation before.
		conversations: isRecorded ? false : isKept ? readConversations(context) : [],
		onNotice: listeners?.onNotice ?? served.options.onNotice,
		// Without a listener no record is built.
		onCall: listeners
			? (exchange, readContent) => {
					listeners.onCall(exchange);
					return served.options.onCall?.(exchange, readContent);
				}
			: showCalls(served.options.onCall, context),
	});
	const server = await listen(gateway, host, port, context);
	// So that the first answer has a cost.
	served.options.offers?.();
	if (isKept) context.defer(() => keepConversations(gateway.conversations(), context));
	context.defer(server.close);
	let current = served.settings;
	const update = async (next: ReadSettings): Promise<void> => {
		for (const value of next.secrets) secrets.add(value);
		await spending.openFor(next.settings);
		gateway.update(next.settings);
		current = next;
	};
	if (isShared) {
		const path = storedKeysPath(context);
		const change = (): void => {
			const keys = (): NamedKey[] => withStoredKeys(current.ownKeys, context);
			const next = async (): Promise<void> => update({ ...current, settings: { ...current.settings, keys: keys() } });
			next().catch((error: Error) => context.warn(`The keys stay as they are: ${error.message}`));
		};
		// Polled: events of files are not reliable everywhere.
		watchFile(path, { interval: KEYS_INTERVAL_MS, persistent: false }, change);
		context.defer(() => unwatchFile(path, change));
	}
	const reload = async (read: () => Promise<ServeCommandOptions>): Promise<void> => {
		const next = await readSettings(await read(), key, isShared, context, readConfig(context));
		checkTargets(next, served.token);
		await update(next);
		const { aliases = {}, keys = [] } = next.settings;
		const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;
		const count = `${counted(Object.keys(aliases).length, "alias", "aliases")}, ${counted(keys.length, "key", "keys")}`;
		context.note(`Settings were read again: ${count}. Port, host, log and limits change at the next start.`);
	};
	return { gateway, server, reload };
}

/** Milliseconds between two checks of the file of keys. */
const KEYS_INTERVAL_MS = 1000;

/** The settings that may change while a gateway runs, and their sources. */
interface ReadSettings {
	settings: GatewaySettings;
	isSandbox: boolean;
	/** Without those of `hub serve keys`. */
	ownKeys: readonly NamedKey[];
	targets: readonly Target[];
	/** Providers, and servers of the user, that targets name. */
	named: ReadonlySet<string>;
	secrets: readonly string[];
}

/** @throws UsageError for an invalid alias, provider, endpoint or key */
async function readSettings(
	{ endpoint = [], ...given }: ServeCommandOptions,
	key: string | undefined,
	isShared: boolean,
	context: Context,
	config: Config,
): Promise<ReadSettings> {
	const endpoints = await readEndpoints(endpoint, given.file, context);
	const ownNames = [...LOCAL_NAMES, ...Object.keys(endpoints)];
	const { providers, model, isSandbox } = readPlaces(given, ownNames, context, config);
	const aliases = readAliases({ ...given, model }, providers, ownNames, config);
	const targets = Object.entries(aliases).flatMap(([name, alias]) => parseAlias(name, alias.targets, ownNames));
	const ownKeys = given.file?.keys ?? [];
	const keys = isShared ? withStoredKeys(ownKeys, context) : ownKeys;
	if (keys.some((named) => named.key !== undefined && named.key === key)) {
		throw new UsageError("A named key is the same as the key of hub serve.");
	}
	const own = Object.values(endpoints).flatMap((one) => [
		...(one.key === undefined ? [] : [one.key]),
		...Object.values(one.headers ?? {}),
	]);
	return {
		settings: { aliases, providers, endpoints, keys, budget: given.maxCost, unknownPrice: given.unknownPrice },
		isSandbox,
		ownKeys,
		targets,
		named: new Set([...providers, ...targets.map(({ provider = AUTO }) => provider)]),
		secrets: [...keys.flatMap((named) => named.key ?? []), ...own],
	};
}

/** Adds the keys of `hub serve keys`; of two with one name the file's counts. */
function withStoredKeys(keys: readonly NamedKey[], context: Context): NamedKey[] {
	const names = new Set(keys.map(({ name }) => name));
	return [...keys, ...readStoredKeys(context).filter(({ name }) => !names.has(name))];
}

/** @throws UsageError for a provider that needs a key where there is none */
function checkTargets({ named }: ReadSettings, token: TokenSource): void {
	const needsKey = (id: string): boolean => findProvider(id)?.routed === "never" && token(id) === undefined;
	const keyless = [...named].find((id) => !isLocalName(id) && needsKey(id));
	if (keyless === undefined) return;
	const hint = `Set ${keyVariable(keyless)}, or run hub login --provider ${keyless}.`;
	throw new UsageError(`${keyless} cannot be a target: it needs its own key.`, hint, "own-key-needed");
}

async function gatewayOptions(
	given: ServeCommandOptions,
	key: string | undefined,
	isShared: boolean,
	host: string,
	context: Context,
) {
	const config = readConfig(context);
	const settings = await readSettings(given, key, isShared, context, config);
	const { isSandbox, targets, named } = settings;
	const { aliases = {}, keys = [] } = settings.settings;
	const local = createLocalServers(context, isSandbox);
	// Failover replaces retries, and the gateway waits for rate limits itself.
	const hasOwnTimeouts = Object.values(aliases).some((alias) => "timeout" in alias && alias.timeout !== undefined);
	const limits = hasOwnTimeouts ? { retries: 0, timeout: 0 } : { retries: 0 };
	const { endpoint: _endpoints, ...rest } = given;
	const own = { ...rest, ...limits, sandbox: isSandbox, isServed: true, manyCalls: true };
	const connection = await connect(own, context, config, () => undefined);
	const { fetch, hubUrl, routerUrl, recording } = connection;
	const token = tokenSource(given, isSandbox || recording?.mode === "replay", context, config);
	checkTargets(settings, token);
	await Promise.all([...named].filter(isLocalName).map((name) => local.start(name)));
	const seconds = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * 1000);
	const warn = warnOnce("A call was not kept", context);
	const secrets = new Secrets([...knownSecrets(given, context.env, config), ...settings.secrets]);
	const budgets = [given.maxCost, ...keys.map(({ budget }) => budget)].filter((budget) => budget !== undefined);
	// Servers on this machine have no prices, so if they serve every call, no prices are requested from the router.
	const isLocalOnly = aliases[CATCH_ALL] !== undefined && targets.every(({ isLocal }) => isLocal);
	const prices = isLocalOnly ? NO_PRICES : offerSource(connection, token(undefined), context);
	// A call of unknown price would be refused.
	if (budgets.length > 0) await Promise.race([prices.load(), sleep(PRICES_TIMEOUT_MS, undefined, { ref: false })]);
	const spending = createKeptSpending(() => openSpending(isSandbox, warn, context));
	await spending.openFor(settings.settings);
	if (key !== undefined) secrets.add(key);
	const options: GatewayOptions = {
		...settings.settings,
		local,
		token,
		key,
		spending,
		basePath: given.basePath,
		hosts: [...(isLoopback(host) ? [] : [host]), ...(given.allowHost ?? [])],
		cors: given.cors,
		fetch,
		call: { hubUrl, routerUrl, billTo: given.billTo, headers: given.header, wait: recording?.wait },
		wait: seconds(given.wait),
		firstTokenTimeout: seconds(given.firstTokenTimeout),
		// The command's own `fetch` applies --timeout, unless an alias has its own timeout.
		timeout: hasOwnTimeouts ? seconds(resolveSetting("timeout", given.timeout, context, config).value) : 0,
		deadline: seconds(given.deadline),
		cooldown: seconds(given.cooldown),
		queue: given.queue,
		maxCalls: given.maxCalls,
		maxBody: given.maxBody,
		secrets: [...knownSecrets(given, context.env, config), ...settings.secrets],
		offers: prices.offers,
		readForm,
		readDocument,
		page: readPageFiles(),
		onCall: createCallKeeper(given, secrets, isSandbox, context, config),
		onNotice: (notice) => context.note(notice),
		onProblem: warn,
		now: context.now,
	};
	return { options, settings, isSandbox, isRecorded: recording !== undefined, secrets, spending, token };
}

/** Stores what was spent in the file as soon as a daily or monthly budget counts it. */
function createKeptSpending(
	openFile: () => Promise<Spending>,
): Spending & { openFor(settings: GatewaySettings): Promise<void> } {
	let current: Spending = createSpending();
	let isKept = false;
	return {
		entries: () => current.entries(),
		add: (spent) => current.add(spent),
		openFor: async ({ budget, keys = [] }) => {
			const isLong = [budget, ...keys.map((named) => named.budget)].some((one) => one && one.per !== "run");
			if (!isLong || isKept) return;
			isKept = true;
			const file = await openFile();
			for (const spent of current.entries()) file.add(spent);
			current = file;
		},
	};
}

/** Returns the token for a provider. */
type TokenSource = (provider: string | undefined) => string | undefined;

/**
 * Returns the providers to try for models that name none, and the model of every other name.
 * @throws UsageError for a server on this machine in the sandbox, which has none
 */
function readPlaces(
	given: Omit<ServeCommandOptions, "endpoint">,
	ownNames: readonly string[],
	context: Context,
	config: Config,
): Pick<PlaceOptions, "model"> & { providers: readonly string[]; isSandbox: boolean } {
	const setting = findProviderSetting(given.provider, context, config);
	const named = readProviders({ provider: setting }, [...PROVIDER_NAMES, ...ownNames]);
	const ofModel = splitModel(given.model, undefined, true);
	const isSandbox = isSandboxed(given, context, config) || [...named, ofModel.provider].includes(SANDBOX);
	const local = [given.provider === undefined ? [] : named, ofModel.provider].flat().find(isLocalName);
	if (isSandbox && local !== undefined)
		throw optionConflict("--sandbox", local === ofModel.provider ? `-m ${given.model}` : `-p ${local}`);
	return {
		// A stored setting for a server on this machine must not prevent trying the sandbox.
		providers: named.filter((id) => id !== AUTO && id !== SANDBOX && !(isSandbox && isLocalName(id))),
		model: ofModel.provider === SANDBOX ? ofModel.model : given.model,
		isSandbox,
	};
}

/** Returns the token for a provider. The sandbox and recordings get a made-up token, never the user's own. */
function tokenSource(given: ServeCommandOptions, isStandIn: boolean, context: Context, config: Config): TokenSource {
	const known = new Map<string | undefined, string | undefined>();
	const find = (provider: string | undefined): string | undefined => {
		const isDirect = findProvider(provider ?? "")?.routed === "never";
		if (isStandIn) return isDirect ? "sandbox-key" : SANDBOX_TOKEN;
		return takeToken({ given: given.token, provider, ownKeyOnly: isDirect }, context, config)?.value;
	};
	return (provider) => {
		if (!known.has(provider)) known.set(provider, find(provider));
		return known.get(provider);
	};
}

/** The longest wait for prices at the start, and the pause after a look-up that failed, in milliseconds. */
const PRICES_TIMEOUT_MS = 5000;
const PRICES_PAUSE_MS = 30_000;

const NO_PRICES = { offers: () => undefined, load: async () => undefined };

/** Returns the router's prices, requested on first use; recordings contain none. */
function offerSource(
	{ fetch, routerUrl, isSandbox, recording }: Connection,
	accessToken: string | undefined,
	context: Context,
): { offers: NonNullable<GatewayOptions["offers"]>; load(): Promise<void> } {
	if (recording) return NO_PRICES;
	let offers: Awaited<ReturnType<typeof loadOffers>> | undefined;
	let loading: Promise<void> | undefined;
	let nextLoad = 0;
	const look = async (): Promise<void> => {
		try {
			offers = await loadOffers({ fetch, routerUrl, accessToken, isCached: !isSandbox }, context);
		} catch {
			nextLoad = context.now() + PRICES_PAUSE_MS;
			loading = undefined;
		}
	};
	const load = async (): Promise<void> => {
		if (context.now() >= nextLoad) loading ??= look();
		await loading;
	};
	return {
		offers: () => {
			if (!offers) void load();
			return offers;
		},
		load,
	};
}

/** Milliseconds to wait for a port that another hub serve is about to release, and between two tries. */
const PORT_TIMEOUT_MS = 5000;
const PORT_PAUSE_MS = 100;

/** Listens; a port held by a `hub serve` that is ending is waited for. */
export async function listen(
	gateway: Pick<Gateway, "reply">,
	host: string,
	port: number,
	context: Context,
): Promise<RunningServer> {
	const deadline = performance.now() + PORT_TIMEOUT_MS;
	let hasNoted = false;
	while (true) {
		try {
			return await startServer(gateway, host, port);
		} catch (error) {
			const code = findErrorCode(error) ?? "";
			const isEnding = code === "EADDRINUSE" && performance.now() < deadline && (await isReleasing(host, port));
			if (!isEnding || context.signal.aborted) throw LISTEN_ERRORS[code]?.(host, port) ?? error;
			if (!hasNoted) context.note(`Another hub serve on port ${port} is shutting down. Waiting up to 5 s for it.`);
			hasNoted = true;
			await sleep(PORT_PAUSE_MS);
		}
	}
}

const notHere = (host: string): UsageError => wrongValue(`${host} is not an address of this machine.`);
const ANOTHER_PORT = "Choose another with --port, or --port 0 for a free one.";

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => UsageError>> = {
	EADDRINUSE: (_, port) => new UsageError(`Port ${port} is in use.`, ANOTHER_PORT, "port-unavailable"),
	EACCES: (_, port) =>
		new UsageError(`Port ${port} needs administrator rights.`, "Choose one above 1023.", "port-unavailable"),
	EADDRNOTAVAIL: notHere,
	// The name has characters that no host has.
	EINVAL: notHere,
	ENOTFOUND: notHere,
	EAI_AGAIN: notHere,
};

/** New calls get 503 from now on; calls in flight may end. */
async function drain(gateway: Gateway, server: RunningServer, grace: number, context: Context): Promise<void> {
	const drained = gateway.drain().then(() => server.settle());
	if (gateway.inFlight > 0) {
		const calls = gateway.inFlight === 1 ? "1 call" : `${gateway.inFlight} calls`;
		context.note(`Waiting up to ${grace} s for ${calls}. Ctrl-C again ends ${gateway.inFlight === 1 ? "it" : "them"}.`);
	}
	await Promise.race([drained, sleep(Math.min(grace * 1000, MAX_TIMER_MS), undefined, { ref: false })]);
}

/**
 * Returns the aliases, those that count first in front: of `--alias`, of the file of `--config`, of the configuration,
 * then the model for all other names.
 * @throws UsageError for an invalid alias
 */
function readAliases(
	{
		alias: given = [],
		model,
		config: path,
		file,
	}: Pick<ServeCommandOptions, "alias" | "config" | "file"> & Pick<PlaceOptions, "model">,
	providers: readonly string[],
	ownNames: readonly string[],
	config: Config,
): Record<string, Alias> {
	// A name may be that of a member of every object.
	const aliases: Record<string, Alias> = Object.create(null);
	for (const text of given) {
		const equals = text.indexOf("=");
		if (equals < 1) throw wrongValue(`--alias "${text}" is not valid.`, "Write NAME=ORG/MODEL:PROVIDER,…");
		const name = text.slice(0, equals);
		aliases[name] = { targets: readAliasTargets(name, text.slice(equals + 1), `--alias ${name}`, ownNames) };
	}
	if (model !== undefined && aliases[CATCH_ALL]) throw optionConflict("-m", `--alias '${CATCH_ALL}=…'`);
	for (const [name, alias] of Object.entries(file?.aliases ?? {})) {
		const targets = readAliasTargets(name, alias.targets.join(","), `aliases in ${path}`, ownNames);
		if (name !== CATCH_ALL || model === undefined) aliases[name] ??= { ...alias, targets };
	}
	for (const [name, text] of Object.entries(readPrefixed(ALIAS_PREFIX, config))) {
		if (name === CATCH_ALL && model !== undefined) continue;
		aliases[name] ??= { targets: readAliasTargets(name, text, `${ALIAS_PREFIX}${name} in ${config.path}`, ownNames) };
	}
	if (model === undefined) return aliases;
	const isPlaced = typeof parseTarget(model, ownNames) !== "string" && model.includes(":");
	const targets = isPlaced || providers.length === 0 ? model : providers.map((id) => `${model}:${id}`).join(",");
	return { ...aliases, [CATCH_ALL]: { targets: readAliasTargets(CATCH_ALL, targets, "-m", ownNames) } };
}

/**
 * Returns the first target of the names that no alias has, and whether the sandbox serves it.
 * @throws UsageError or GatewayError for an alias that the gateway would refuse
 */
export function findMainTarget(given: ServeCommandOptions, context: Context) {
	const config = readConfig(context);
	const ownNames = [...LOCAL_NAMES, ...endpointNames(given)];
	const { providers, model, isSandbox } = readPlaces(given, ownNames, context, config);
	const alias = readAliases({ ...given, model }, providers, ownNames, config)[CATCH_ALL];
	const [target] = alias ? parseAlias(CATCH_ALL, alias.targets, ownNames) : [];
	return { target, isSandbox };
}

/** The alias of every name that no other one has. */
const CATCH_ALL = "*";

/** Characters of a document that a model gets: about 100,000 tokens. */
const MAX_DOCUMENT = 400_000;

/** Reads the text of a PDF; the module and its package are loaded with the first one. */
const readDocument: NonNullable<GatewayOptions["readDocument"]> = async (bytes, type) => {
	if (type !== "application/pdf") return undefined;
	const { readPdfText } = await import("../../input/pdf-text.ts");
	const { text, problem } = await readPdfText(bytes, { length: MAX_DOCUMENT });
	return text === "" ? undefined : { text, isWhole: problem === undefined };
};

/** Returns the built files of the page of calls: next to the built command, or in `dist` of a checkout. */
function readPageFiles(): PageFiles | undefined {
	const here = import.meta.dirname ?? __dirname;
	const folders = [here, join(here, "../../../../dist/cli")];
	const folder = folders.find((candidate) => hasBuiltFile(candidate, "calls-page.js"));
	const read = (name: string): string => readBuiltFile(folder ?? here, name).toString();
	return folder === undefined ? undefined : { script: read("calls-page.js"), style: read("calls-page.css") };
}
