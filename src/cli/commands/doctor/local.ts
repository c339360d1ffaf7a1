import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { version } from "../../../base/version.ts";
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
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import { findProxy } from "../../network/proxy.ts";
import type { GlobalOptions } from "../../options/global-flags.ts";
import { checkProvider } from "../../options/provider.ts";

/** The oldest Node the program is tested with; `engines` of package.json. */
export const MIN_NODE = "20.18.1";

/** Checks the versions of hub and Node. */
export function checkNode(actual: string = process.versions.node): Check {
	const detail = `Node ${actual}, hub ${version}`;
	if (compareVersions(actual, MIN_NODE) >= 0) return ok("node", detail);
	return fail("node", detail, `Install Node ${MIN_NODE} or later.`);
}

function compareVersions(left: string, right: string): number {
	const parts = (text: string): number[] => text.split(".").map((part) => Number.parseInt(part, 10));
	const [others, differing] = [parts(right), parts(left)];
	const index = differing.findIndex((part, position) => part !== others[position]);
	return index === -1 ? 0 : (differing[index] ?? 0) - (others[index] ?? 0);
}

/** Returns the configuration, if it can be read. */
export function loadConfig(context: Context): { config: Config; problem?: Check } {
	try {
		return { config: readConfig(context) };
	} catch (error) {
		const { message, hint } = describeError(error, context);
		return { config: { path: hubFolder("config", context.env) }, problem: fail("config", message, hint) };
	}
}

/** Checks the file of the configuration and its permissions. */
export function checkConfigFile({ path }: Config): Check {
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

/** Checks the values in the environment and in the configuration. */
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
	return ok("keys", keys.join(", ") || "no provider keys; routed calls need only the hub token");
}

/** Checks the proxy. */
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
		const { message, hint } = describeError(error, context);
		return fail("proxy", message, hint ?? "Set it to a URL such as http://proxy.example:8080.");
	}
}

/** Checks the features of the terminal. */
export function checkTerminal({ stdout, stdin, colors, env }: Context): Check {
	const palette = ["no colors", "16 colors", "256 colors", "all colors"][colors.stdout.level];
	if (!stdout.isTTY) return ok("terminal", `the output is not a terminal: plain text, ${palette}, no questions`);
	const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
	const detail = [
		`${stdout.columns ?? 80} × ${stdout.rows ?? 24}`,
		palette,
		`TERM=${env["TERM"] ?? ""}`,
		stdin.isTTY ? undefined : "the input is not a terminal",
	];
	const text = detail.filter(Boolean).join(", ");
	if (/utf-?8/i.test(locale) || process.platform !== "linux") return ok("terminal", text);
	return warn("terminal", `${text}, locale ${locale || "not set"}`, "Set LANG to a UTF-8 locale, such as C.UTF-8.");
}

/** Checks the cache folder. */
export function checkCache({ env }: Context): Check {
	const folder = hubFolder("cache", env);
	try {
		accessSync(nearestFolder(folder), constants.W_OK | constants.X_OK);
		return ok("cache", folder);
	} catch {
		const advice = "Completion cannot suggest models. Set HUB_CACHE_DIR to another folder.";
		return warn("cache", `${folder} cannot be written to`, advice);
	}
}

/** Returns the folder itself, or the existing parent in which it would be created. */
function nearestFolder(folder: string): string {
	let nearest = resolve(folder);
	while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
	return nearest;
}

/** Result of one check; its fields are those of `hub doctor --json`. */
export interface Check {
	name: string;
	/** `fail` prevents commands from working; `warn` may prevent it, or is unsafe. */
	status: "ok" | "warn" | "fail";
	detail: string;
	/** How to fix it. */
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
