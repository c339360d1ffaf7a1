import { join } from "node:path";
import { stringify } from "../../base/json.ts";
import { version } from "../../base/version.ts";
import type { Context } from "../context.ts";
import type { Crash } from "../errors/report.ts";
import { replacePrivateFile } from "../files/replace-file.ts";
import { hubFolder } from "./folders.ts";
import { readConfig } from "./settings.ts";
import { knownSecrets } from "./token.ts";

/** Writes the details of a failure to a private file in hub's cache: the last failure only, without secrets. */
export function writeCrash(
	error: unknown,
	argv: readonly string[],
	{ env, secrets }: Pick<Context, "env" | "secrets">,
): Crash {
	const stack = describeStack(error);
	const [, file = "", position] = /\n\s+at (?:.*\()?(?:.*[/\\])?([^/\\():]+):(\d+:\d+)\)?/.exec(stack) ?? [];
	const place = position === undefined ? undefined : `${file}:${position}`;
	const path = join(hubFolder("cache", env), "crash.txt");
	const facts = `hub ${version}, Node ${process.version}, ${process.platform} ${process.arch}, ${new Date().toISOString()}`;
	try {
		const known = knownSecrets({}, env, readConfig({ env }));
		for (const secret of known) secrets.add(secret, "[redacted]");
		// Only the command and the names of the flags: prompts and values are private.
		const flags = argv.filter((word) => word.startsWith("-")).map((word) => /^--[^=]*|^-./.exec(word)?.[0]);
		const line = [...argv.slice(0, 1).filter((word) => /^[a-z]+$/.test(word)), ...flags].join(" ");
		replacePrivateFile(path, secrets.hide(`${facts}\n$ hub ${line}\n\n${stack}\n`));
		return { place, path };
	} catch {
		return { place, path: undefined };
	}
}

function describeStack(error: unknown): string {
	if (!(error instanceof Error)) return stringify(error);
	const cause = error.cause === undefined ? "" : `\nCaused by: ${describeStack(error.cause)}`;
	return `${error.stack ?? error.message}${cause}`;
}
