import { accessSync, constants, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { getPath } from "../../../base/json.ts";
import { version } from "../../../base/version.ts";
import { InferenceClientHubApiError } from "../../../errors.ts";
import {
	fetchMapping,
	fetchModel,
	HUB_URL,
	type InferenceProviderMappingEntry,
	type ModelRecord,
	whoami,
} from "../../../hub/index.ts";
import { findProvider } from "../../../inference/providers/registry.ts";
import { readKey } from "../../config/entries.ts";
import { hubFolder } from "../../config/folders.ts";
import {
	type Config,
	readConfig,
	resolveSetting,
	SETTING_NAMES,
	type SettingValues,
	showSetting,
} from "../../config/settings.ts";
import { searchToken } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import { findProgram, OWN_NAMES } from "../../files/programs.ts";
import { nearestExisting } from "../../files/replace-file.ts";
import { findProxy } from "../../network/connect.ts";
import type { HubConnection } from "../../network/hub.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { checkProvider } from "../../options/provider.ts";
import { sanitize } from "../../terminal/sanitize.ts";

/** The oldest Node the program is tested with; `engines` of package.json. */
export const MIN_NODE = "20.18.1";

export function checkNode(actual: string = process.versions.node): Check {
	const detail = `Node ${actual}, hub ${version}`;
	if (actual.localeCompare(MIN_NODE, "en", { numeric: true }) >= 0) return ok("node", detail);
	return fail("node", detail, `Install Node ${MIN_NODE} or later.`);
}

/** Finds out which program the name `hub` starts: other tools have that name too. */
export function checkName(context: Context, own: string | undefined = process.argv[1]): Check {
	const paths = OWN_NAMES.flatMap((name) => {
		const path = findProgram(name, context);
		return path === undefined ? [] : [{ name, path, isOwn: isSameProgram(path, own) }];
	});
	const other = paths.find(({ name, isOwn }) => name === "hub" && !isOwn);
	const shown = paths.map(({ name, path }) => `${name} is ${path}`).join(", ");
	if (!other) return ok("command", shown || "not on the path");
	const usable = paths.find(({ isOwn }) => isOwn);
	const advice = usable
		? `Write ${usable.name} in place of hub, or put its folder first in PATH.`
		: "Put the folder of this hub first in PATH, or call it by its path.";
	return warn("command", `${shown}; hub is another program, or another installation of this one`, advice);
}

function isSameProgram(path: string, own: string | undefined): boolean {
	if (own === undefined) return true;
	try {
		const real = realpathSync(path);
		if (real === realpathSync(own)) return true;
		// A script that starts it, as npm writes on Windows.
		return statSync(real).size < 4096 && readFileSync(real, "utf8").includes("hub.js");
	} catch {
		return false;
	}
}

/** Returns the configuration, if it can be read. */
export function loadConfig(context: Context): { config: Config; problem?: Check } {
	try {
		return { config: readConfig(context) };
	} catch (error) {
		return { config: { path: hubFolder("config", context.env) }, problem: failWith("config", error, context) };
	}
}

export function checkConfigFile({ path, problems = [] }: Config): Check {
	if (problems.length > 0) {
		const messages = problems.map(({ message }) => message).join(" ");
		return fail("config", messages, "Correct it: hub config edit.");
	}
	const file = statOf(path);
	if (!file) return ok("config", `nothing stored yet; the file would be ${path}`);
	const folder = dirname(path);
	const commands = [
		...(isOpen(file) ? [`chmod 600 '${path}'`] : []),
		...(isOpen(statOf(folder)) ? [`chmod 700 '${folder}'`] : []),
	];
	if (commands.length === 0) return ok("config", path);
	return warn("config", `${path} can be read by others`, `Run: ${commands.join(" && ")}`);
}

function statOf(path: string): Stats | undefined {
	return statSync(path, { throwIfNoEntry: false });
}

/** Windows has no such modes. */
function isOpen(stat: Stats | undefined): boolean {
	return process.platform !== "win32" && stat !== undefined && (stat.mode & 0o077) !== 0;
}

export function checkSettings(given: GlobalOptions, context: Context, config: Config): Check {
	const flags: Partial<SettingValues> = given;
	const changed: string[] = [];
	const problems: string[] = [];
	for (const name of SETTING_NAMES) {
		try {
			const { value, origin, from } = resolveSetting(name, flags[name], context, config);
			if (name === "provider") checkProvider(String(value));
			if (origin !== "default" && value !== undefined)
				changed.push(`${name} ${showSetting(value)} (${from ?? origin})`);
		} catch (error) {
			problems.push(describeError(error, context).message);
		}
	}
	if (problems.length === 0) return ok("settings", changed.join(", ") || "all defaults");
	return fail("settings", problems.join(" "), "Change them in the environment, or with hub config set and unset.");
}

/** Returns the providers' own keys; none is required. */
export function checkKeys(providers: readonly string[], context: Context, config: Config): Check {
	const keys = providers.flatMap((provider) => {
		const entry = readKey(provider, context, config);
		return entry ? [`${provider} (${entry.from})`] : [];
	});
	return ok("keys", keys.join(", ") || "no provider keys; routed calls need only the Hugging Face token");
}

export function checkProxy(
	addresses: readonly string[],
	given: GlobalOptions,
	context: Context,
	config: Config,
): Check {
	try {
		const stored = resolveSetting("proxy", undefined, { env: {} }, config).value;
		const ways = addresses.map((address) => {
			const url = new URL(address);
			return { host: url.host, proxy: findProxy(url, context.env, given.proxy, stored) };
		});
		const texts = ways.map(({ host, proxy }) => `${host} ${proxy ? `through ${showSetting(proxy)}` : "directly"}`);
		return ok("proxy", ways.some(({ proxy }) => proxy) ? texts.join(", ") : "none");
	} catch (error) {
		const check = failWith("proxy", error, context);
		return { ...check, advice: check.advice ?? "Set it to a URL such as http://proxy.example:8080." };
	}
}

export function checkTerminal({ stdout, stdin, colors, env }: Context): Check {
	const palette = ["no colors", "16 colors", "256 colors", "all colors"][colors.stdout.level];
	if (!stdout.isTTY) return ok("terminal", `the output is not a terminal: plain text, ${palette}, no questions`);
	const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
	const input = stdin.isTTY ? "" : ", the input is not a terminal";
	const text = `${stdout.columns ?? 80} × ${stdout.rows ?? 24}, ${palette}, TERM=${env["TERM"] ?? ""}${input}`;
	if (/utf-?8/i.test(locale) || process.platform !== "linux") return ok("terminal", text);
	return warn("terminal", `${text}, locale ${locale || "not set"}`, "Set LANG to a UTF-8 locale, such as C.UTF-8.");
}

export function checkCache({ env }: Context): Check {
	const folder = hubFolder("cache", env);
	try {
		accessSync(nearestExisting(resolve(folder)), constants.W_OK | constants.X_OK);
		return ok("cache", folder);
	} catch {
		const advice = "Completion cannot suggest models. Set HUB_CACHE_DIR to another folder.";
		return warn("cache", `${folder} cannot be written to`, advice);
	}
}

/** Result of one check; its fields are those of `hub doctor --json`. */
export interface Check {
	name: string;
	/** `fail`: commands cannot work; `warn`: they may not work, or something is unsafe. */
	status: "ok" | "warn" | "fail";
	detail: string;
	advice?: string;
	/** Duration of the response, for checks of the network. */
	milliseconds?: number;
}

export function ok(name: string, detail: string): Check {
	return { name, status: "ok", detail };
}

export function warn(name: string, detail: string, advice: string): Check {
	return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string | undefined): Check {
	return { name, status: "fail", detail, ...(advice ? { advice } : {}) };
}

/** Reports the error of a check; `about` precedes its message. */
export function failWith(name: string, error: unknown, context: Context, about = ""): Check {
	const { message, hint } = describeError(error, context);
	return fail(name, about + message, hint);
}

const TOKENS = "https://huggingface.co/settings/tokens";
/** Permission that a fine-grained token needs to call providers. */
const CALL_RIGHT = "inference.serverless.write";

/** Checks step by step whether a model can be called; the steps after a failed one are skipped. */
export async function* examineModel(
	{ id, provider }: { id: string; provider: string | undefined },
	{ hub, token }: HubConnection,
	context: Context,
): AsyncGenerator<Check, void, undefined> {
	const page = `${(hub.hubUrl ?? HUB_URL).replace(/(?<!\/)\/+$/, "")}/${id}`;
	const fields = ["gated", "private", "pipeline_tag", "inferenceProviderMapping"];
	let record: ModelRecord;
	try {
		record = await fetchModel(id, hub, fields);
	} catch (error) {
		if (context.signal.aborted) throw error;
		return yield describeUnreadRecord(id, page, error, token !== undefined);
	}
	const purpose = record.pipeline_tag ? `, for ${sanitize(record.pipeline_tag)}` : "";
	yield ok("model", `${record.id} is on Hugging Face${purpose}`);
	yield await checkAccess(record.gated, page, { hub, token }, context);
	let mapping: InferenceProviderMappingEntry[] = [];
	const orFail = (name: string) => (error: unknown) => {
		if (context.signal.aborted) throw error;
		return failWith(name, error, context);
	};
	yield await fetchMapping(id, hub).then((found) => {
		mapping = provider === undefined ? found : found.filter((entry) => entry.provider === provider);
		if (mapping.length > 0 || provider === undefined) return checkProviders(id, mapping);
		return fail("provider", `${provider} does not serve it`, `See who does: hub providers --model ${id}`);
	}, orFail("provider"));
	const key = token ? undefined : findOwnKey(mapping, context, readConfig(context));
	yield key ?? (await checkRight({ hub, token }).catch(orFail("token")));
}

function statusOf(error: unknown): number | undefined {
	return error instanceof InferenceClientHubApiError ? error.httpResponse.status : undefined;
}

function describeUnreadRecord(id: string, page: string, error: unknown, hasToken: boolean): Check {
	const status = statusOf(error);
	if (status === 403) return fail("access", `${id} is gated, and access is not granted`, `Ask for access at ${page}`);
	if (status === 404 || (status === 401 && hasToken)) {
		const word = id.split("/").at(-1) ?? id;
		return fail("model", `${id} is not on Hugging Face, or is private`, `Check the id: hub models ${word}`);
	}
	if (status === 401) {
		return fail(
			"model",
			`${id} is not on Hugging Face, or needs a token`,
			`Check the id, or log in: hub login (${TOKENS})`,
		);
	}
	const message = error instanceof Error ? error.message : String(error);
	return fail("model", `Hugging Face could not be reached: ${message}`, "Run hub doctor to see what is wrong.");
}

async function checkAccess(
	gated: false | "auto" | "manual" | undefined,
	page: string,
	{ hub, token }: Pick<HubConnection, "hub" | "token">,
	{ signal }: Context,
): Promise<Check> {
	if (!gated) return ok("access", "open to everyone");
	const advice = `Ask for access at ${page}`;
	if (!token) return fail("access", "gated, and there is no token", `${advice}, then hub login`);
	const { fetch = globalThis.fetch } = hub;
	const url = `${page.replace(/\/([^/]+\/[^/]+)$/, "/api/models/$1")}/auth-check`;
	try {
		const response = await fetch(url, { headers: { Authorization: `Bearer ${token.value}` }, signal });
		await response.body?.cancel();
		if (response.ok) return ok("access", "gated; access is granted");
		if (response.status === 403 || response.status === 401)
			return fail("access", "gated, and access is not granted", advice);
	} catch (error) {
		if (signal.aborted) throw error;
	}
	return warn("access", "gated; whether access is granted could not be checked", advice);
}

function checkProviders(id: string, mapping: readonly { provider: string; status: string }[]): Check {
	const known = mapping.filter(({ provider }) => findProvider(provider));
	const live = known.filter(({ status }) => status === "live");
	const names = (entries: readonly { provider: string }[]): string =>
		[...new Set(entries.map(({ provider }) => provider))].join(", ");
	if (live.length > 0) return ok("provider", `served by ${names(live)}`);
	if (known.length > 0) {
		const state = `${names(known)} ${known.length === 1 ? "is" : "are"} not live`;
		return fail("provider", `no provider serves it now: ${state}`, "Try again later.");
	}
	const advice = `Choose another model, or run it yourself: hub snippet ${id} shows how, and --endpoint calls it.`;
	return fail("provider", "no provider serves it", advice);
}

/** Without a Hugging Face token, a provider that serves the model can be called with its own key. */
function findOwnKey(
	mapping: readonly { provider: string; status: string }[],
	context: Context,
	config: Config,
): Check | undefined {
	for (const { provider, status } of mapping) {
		if (status !== "live" || !findProvider(provider)) continue;
		const key = searchToken({ given: undefined, provider, ownKeyOnly: true }, context, config);
		if (key) return ok("token", `${provider}'s own key, from ${key.source}: call the model with -p ${provider}`);
	}
	return undefined;
}

async function checkRight({ hub, token }: Pick<HubConnection, "hub" | "token">): Promise<Check> {
	if (!token) return fail("token", "none: no model can be run", `Run hub login, or set HF_TOKEN (${TOKENS}).`);
	if (!token.value.startsWith("hf_")) return ok("token", `a provider's own key, from ${token.source}`);
	let account: unknown;
	try {
		account = await whoami(hub);
	} catch (error) {
		if (statusOf(error) !== 401) throw error;
		const detail = `Hugging Face does not recognize the token from ${token.source}`;
		return fail("token", detail, "Run hub login to store another.");
	}
	const access = getPath(account, "auth", "accessToken");
	const rights = JSON.stringify(getPath(access, "fineGrained") ?? "");
	if (getPath(access, "role") !== "fineGrained" || rights.includes(CALL_RIGHT)) {
		return ok("token", `may call providers (from ${token.source})`);
	}
	const advice = `Allow "Make calls to Inference Providers" for it at ${TOKENS}, or use another token.`;
	return fail("token", `the token from ${token.source} lacks the right to call providers`, advice);
}
