import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../../../exchange/index.ts";
import {
	type Alias,
	createGateway,
	type Gateway,
	type GatewayOptions,
	type PageFiles,
	parseAlias,
	parseTarget,
} from "../../../gateway/index.ts";
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
import { createCallKeeper, openSpending, warnOnce } from "./call-keeper.ts";
import { endpointNames, readEndpoints } from "./endpoints.ts";
import { readForm } from "./forms.ts";
import { chooseKey, createKey, type ServeCommandOptions } from "./options.ts";
import { isReleasing, type RunningServer, startServer } from "./server.ts";

const PORT = 4141;
const HOST = "127.0.0.1";
/** Seconds. */
const DEFAULT_GRACE_S = 20;

/** Serves until a signal arrives, then waits for the calls in progress. */
export async function runServe(given: ServeCommandOptions, context: Context): Promise<void> {
	const { port = PORT, host = HOST } = given;
	if (given.keyStdin && given.tokenStdin) throw optionConflict("--key-stdin", "--token-stdin");
	const key = await chooseKey(given, host, context);
	const { gateway, server } = await open(given, key, host, port, context);
	const { url } = server;
	await context.print(
		context.flags.json
			? `${JSON.stringify({ url, key: key ?? null })}\n`
			: `export OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=${key ?? "none"}\n`,
	);
	const { dim } = context.colors.stderr;
	const link = key === undefined ? "/" : gateway.createPageLink();
	context.note(paintStyled(dim, `hub serve listens on ${url}. Ctrl-C ends it.`));
	context.note(paintStyled(dim, `Call log (one-time link): ${url}${link}`));
	if (!isLoopback(host)) context.note("Other machines can reach this port; only the key protects it.");
	// The first call would hold up others while its modules load.
	if (!given.sandbox) void preloadNetwork();
	await untilAborted(context.signal);
	await drain(gateway, server, given.grace ?? DEFAULT_GRACE_S, context);
	context.signal.throwIfAborted();
}

/** Who hears of the calls of a gateway, and of what was left out of requests. */
type GatewayListeners = { onCall(exchange: Exchange): void; onNotice(notice: string): void };

/** Starts a gateway for another program that this command starts: on a free port of loopback, with a key of its own. */
export async function startGateway(given: ServeCommandOptions, context: Context, listeners: GatewayListeners) {
	const key = createKey();
	const { gateway, server } = await open(given, key, HOST, 0, context, listeners);
	return {
		url: server.url,
		key,
		/** Lets the calls in progress end for a second, then ends the server. */
		close: async (): Promise<void> => {
			await Promise.race([gateway.drain(), sleep(OWN_GRACE_MS, undefined, { ref: false })]);
			await server.close();
		},
	};
}

/** Milliseconds for the last calls of a program that has ended: their cost is known when they end. */
const OWN_GRACE_MS = 1000;

async function open(
	given: ServeCommandOptions,
	key: string | undefined,
	host: string,
	port: number,
	context: Context,
	listeners?: GatewayListeners,
): Promise<{ gateway: Gateway; server: RunningServer }> {
	const options = await readTokenOption(given, context);
	const served = await gatewayOptions(options, key, host, context, readConfig(context));
	const gateway = createGateway({
		...served,
		onNotice: listeners?.onNotice ?? served.onNotice,
		// Without a listener no record is built.
		onCall: listeners
			? (exchange, readContent) => {
					listeners.onCall(exchange);
					return served.onCall?.(exchange, readContent);
				}
			: served.onCall,
	});
	const server = await listen(gateway, host, port, context);
	// So that the first answer has a cost.
	served.offers?.();
	context.defer(server.close);
	return { gateway, server };
}

async function gatewayOptions(
	{ endpoint = [], ...given }: ServeCommandOptions,
	key: string | undefined,
	host: string,
	context: Context,
	config: Config,
): Promise<GatewayOptions> {
	const endpoints = await readEndpoints(endpoint, given.file, context);
	const ownNames = [...LOCAL_NAMES, ...Object.keys(endpoints)];
	const { providers, model, isSandbox } = readPlaces(given, ownNames, context, config);
	const aliases = readAliases({ ...given, model }, providers, ownNames, config);
	const local = createLocalServers(context, isSandbox);
	// Targets fail over in place of retries, and the gateway waits for rate limits itself.
	const hasOwnTimeouts = Object.values(aliases).some(({ timeout }) => timeout !== undefined);
	const limits = hasOwnTimeouts ? { retries: 0, timeout: 0 } : { retries: 0 };
	const own = { ...given, ...limits, sandbox: isSandbox, isServed: true, manyCalls: true };
	const connection = await connect(own, context, config, () => undefined);
	const { fetch, hubUrl, routerUrl, recording } = connection;
	const token = tokenSource(given, isSandbox || recording?.mode === "replay", context, config);
	const targets = Object.entries(aliases).flatMap(([name, alias]) => parseAlias(name, alias.targets, ownNames));
	const named = new Set([...providers, ...targets.map(({ provider = "auto" }) => provider)]);
	const needsKey = (id: string): boolean => findProvider(id)?.routed === "never" && token(id) === undefined;
	const keyless = [...named].find((id) => !isLocalName(id) && needsKey(id));
	if (keyless !== undefined) {
		const hint = `Set ${keyVariable(keyless)}, or run hub login --provider ${keyless}.`;
		throw new UsageError(`${keyless} cannot be a target: it needs its own key.`, hint, "own-key-needed");
	}
	await Promise.all([...named].filter(isLocalName).map((name) => local.start(name)));
	const seconds = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * 1000);
	const warn = warnOnce("A call was not kept", context);
	const { keys = [] } = given.file ?? {};
	const secrets = [...knownSecrets(given, context.env, config), ...keys.flatMap((named) => named.key ?? [])];
	for (const { key: own, headers = {} } of Object.values(endpoints))
		secrets.push(...Object.values(headers), ...(own === undefined ? [] : [own]));
	if (keys.some((named) => named.key === key)) throw new UsageError("A named key is the same as the key of hub serve.");
	const budgets = [given.maxCost, ...keys.map(({ budget }) => budget)].filter((budget) => budget !== undefined);
	// Servers on this machine have no prices, and where they answer every call the router is not asked for any.
	const isLocalOnly = aliases[CATCH_ALL] !== undefined && targets.every(({ isLocal }) => isLocal);
	const prices = isLocalOnly ? NO_PRICES : offerSource(connection, token(undefined), context);
	// A call of unknown price would be refused.
	if (budgets.length > 0) await Promise.race([prices.load(), sleep(PRICES_TIMEOUT_MS, undefined, { ref: false })]);
	return {
		aliases,
		local,
		endpoints,
		providers,
		token,
		key,
		keys,
		budget: given.maxCost,
		unknownPrice: given.unknownPrice,
		spending: budgets.some(({ per }) => per !== "run") ? await openSpending(isSandbox, warn, context) : undefined,
		hosts: [...(isLoopback(host) ? [] : [host]), ...(given.allowHost ?? [])],
		cors: given.cors,
		fetch,
		call: { hubUrl, routerUrl, billTo: given.billTo, headers: given.header, wait: recording?.wait },
		wait: seconds(given.wait),
		firstTokenTimeout: seconds(given.firstTokenTimeout),
		// The command's own `fetch` applies --timeout, unless an alias has a timeout of its own.
		timeout: hasOwnTimeouts ? seconds(resolveSetting("timeout", given.timeout, context, config).value) : 0,
		deadline: seconds(given.deadline),
		cooldown: seconds(given.cooldown),
		queue: given.queue,
		maxCalls: given.maxCalls,
		maxBody: given.maxBody,
		secrets,
		offers: prices.offers,
		readForm,
		page: readPageFiles(),
		onCall: createCallKeeper(given, key === undefined ? secrets : [...secrets, key], isSandbox, context, config),
		onNotice: (notice) => context.note(notice),
		onProblem: warn,
		now: context.now,
	};
}

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
		// A server on this machine that is only stored does not keep anybody from trying the sandbox.
		providers: named.filter((id) => id !== AUTO && id !== SANDBOX && !(isSandbox && isLocalName(id))),
		model: ofModel.provider === SANDBOX ? ofModel.model : given.model,
		isSandbox,
	};
}

/** Returns the token for a provider. The sandbox and recordings get a made-up token, never the user's own. */
function tokenSource(
	given: ServeCommandOptions,
	isStandIn: boolean,
	context: Context,
	config: Config,
): (provider: string | undefined) => string | undefined {
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

/** New calls get 503 from now on; calls in progress may end. */
async function drain(gateway: Gateway, server: RunningServer, grace: number, context: Context): Promise<void> {
	const drained = gateway.drain().then(() => server.settle());
	if (gateway.inFlight > 0) {
		context.note(`Waiting up to ${grace} s for ${gateway.inFlight} calls. Ctrl-C again ends them.`);
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
 * Returns the first target of the names that no alias has, and whether the sandbox answers for it.
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

/** Returns the built files of the page of calls: next to the built command, or in `dist` of a checkout. */
function readPageFiles(): PageFiles | undefined {
	const here = import.meta.dirname ?? __dirname;
	const folders = [here, join(here, "../../../../dist/cli")];
	const folder = folders.find((candidate) => hasBuiltFile(candidate, "calls-page.js"));
	const read = (name: string): string => readBuiltFile(folder ?? here, name).toString();
	return folder === undefined ? undefined : { script: read("calls-page.js"), style: read("calls-page.css") };
}
