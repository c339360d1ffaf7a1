/**
 * Writes what follows from the providers' own values: their hosts for the records of calls, which may not import them,
 * and the table in the README. `test/inference/generated.test.ts` checks that both are up to date.
 *
 *     npm run generate
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALL_PROVIDERS } from "../src/inference/index.ts";
import { updateProviders } from "./readme-providers.ts";

const ROUTER = "router.huggingface.co";
const HEAD = "// Written by `npm run generate` from the providers; do not edit.\n";
const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns the text of each generated file, by its path from the root. */
export function generateFromProviders(): Map<string, string> {
	return new Map([
		["src/exchange/provider-hosts.ts", writeHosts()],
		["README.md", updateProviders(readFileSync(join(root, "README.md"), "utf8"))],
	]);
}

function writeHosts(): string {
	const hosts = ALL_PROVIDERS.flatMap(({ id, baseUrl, tasks }) => {
		const urls = [baseUrl, ...Object.values(tasks).map((task) => task.baseUrl ?? baseUrl)];
		return urls.map((url) => [new URL(url).host, id] as const);
	});
	const rows = [...new Map(hosts)].filter(([host]) => host !== ROUTER).sort(([left], [right]) => compare(left, right));
	const lines = rows.map(([host, id]) => `\t"${host}": "${id}",\n`).join("");
	return `${HEAD}
/** Host of direct calls → provider. */
export const PROVIDERS_BY_HOST: Readonly<Record<string, string>> = {\n${lines}};\n`;
}

function compare(left: string, right: string): number {
	return left < right ? -1 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	for (const [path, text] of generateFromProviders()) writeFileSync(join(root, path), text);
}
