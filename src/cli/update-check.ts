import { join } from "node:path";
import { getPath, parseJson } from "../base/json.ts";
import { version } from "../base/version.ts";
import { parseHttpUrl } from "../http/index.ts";
import { homeFolder, hubFolder } from "./config/folders.ts";
import { readConfig, resolveSetting } from "./config/settings.ts";
import type { Context } from "./context.ts";
import { tryReadSmallFile } from "./files/read-small.ts";
import { replacePrivateFile } from "./files/replace-file.ts";
import { createFetch } from "./network/connect.ts";
import { isUnattended } from "./terminal/process-io.ts";

const DAY_MS = 24 * 3600 * 1000;
/** Maximum seconds that a finished command waits for the response. */
const TIMEOUT_S = 2;

/** Prints a note about a newer release, at most once a day, on a terminal. A failure prints nothing. */
export async function noteNewRelease(context: Context): Promise<void> {
	const { env, stdout, stderr, flags, now } = context;
	if (!stdout.isTTY || !stderr.isTTY || flags.quiet || flags.json || isUnattended(env) || env["NO_UPDATE_NOTIFIER"])
		return;
	try {
		const config = readConfig(context);
		if (resolveSetting("update.check", undefined, context, config).value !== "on") return;
		const path = join(hubFolder("cache", env), "update-check");
		if (now() - Number(tryReadSmallFile(path)) < DAY_MS) return;
		// First, so that a failure is not retried before tomorrow.
		replacePrivateFile(path, String(now()));
		const storedProxy = resolveSetting("proxy", undefined, { env: {} }, config).value;
		const fetch = createFetch(context, { timeout: TIMEOUT_S, retries: 0, storedProxy }, () => undefined);
		const response = await fetch(`${findRegistry(env)}/modelhub/latest`, {
			headers: { "user-agent": "modelhub" },
			redirect: "manual",
		});
		const latest = getPath(parseJson(await response.text()), "version");
		if (typeof latest !== "string" || !/^\d+\.\d+\.\d+$/.test(latest)) return;
		if (latest.localeCompare(version, "en", { numeric: true }) > 0) {
			context.note(
				`hub ${latest} is available; this is ${version}. To turn this note off: hub config set update.check off`,
			);
		}
	} catch {
		// It is only a note.
	}
}

/** Returns the registry that npm is set to use. */
function findRegistry(env: Context["env"]): string {
	const text = tryReadSmallFile(env["NPM_CONFIG_USERCONFIG"] || join(homeFolder(env), ".npmrc")) ?? "";
	const given = env["npm_config_registry"] || env["NPM_CONFIG_REGISTRY"] || /^registry\s*=\s*(\S+)/m.exec(text)?.[1];
	// If npm reads this setting differently, that is not a reason to call another registry.
	const url =
		given === undefined ? "https://registry.npmjs.org" : parseHttpUrl(given.replace(/^(["'])(.*)\1$/, "$2"))?.href;
	if (url === undefined) throw new Error("The registry is not known.");
	return url.replace(/(?<!\/)\/+$/, "");
}
