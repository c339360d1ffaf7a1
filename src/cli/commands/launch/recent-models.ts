import { join } from "node:path";
import { parseJson } from "../../../base/json.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { tryReadSmallFile } from "../../files/read-small.ts";
import { makeFolder, replacePrivateFile } from "../../files/replace-file.ts";

const MAX_RECENT = 5;

/** Models that agents were started with, the newest first. */
export function readRecentModels(env: Context["env"]): string[] {
	const stored = parseJson(tryReadSmallFile(recentPath(env)) ?? "");
	const models: unknown[] = Array.isArray(stored) ? stored : [];
	return models.filter((model) => typeof model === "string").slice(0, MAX_RECENT);
}

export function keepRecentModel(model: string, env: Context["env"]): void {
	const models = [model, ...readRecentModels(env).filter((other) => other !== model)].slice(0, MAX_RECENT);
	try {
		makeFolder(hubFolder("data", env));
		replacePrivateFile(recentPath(env), JSON.stringify(models));
	} catch {
		// A folder that cannot be written to is no reason not to start an agent.
	}
}

function recentPath(env: Context["env"]): string {
	return join(hubFolder("data", env), "launch-models.json");
}
