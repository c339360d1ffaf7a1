/**
 * Writes what follows from the providers' own values: their hosts for the records of calls, which may not import them,
 * the registry for programs that only chat, and the table in the README. `test/inference/generated.test.ts` checks that
 * all are up to date.
 *
 *     npm run generate
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ALL_PROVIDERS, type Provider } from "../src/inference/index.ts";
import { updateProviders } from "./readme-providers.ts";

const MAX_WIDTH = 120;
const ROUTER = "router.huggingface.co";
const HEAD = "// Written by `npm run generate` from the providers; do not edit.\n";
const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = "src/inference/providers";

/** Returns the text of each generated file, by its path from the root. */
export async function generateFromProviders(): Promise<Map<string, string>> {
	return new Map([
		["src/exchange/provider-hosts.ts", writeHosts()],
		[`${FOLDER}/chat/index.ts`, await writeChatRegistry()],
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

async function writeChatRegistry(): Promise<string> {
	const imports: [path: string, line: string][] = [
		["../../types.ts", 'import type { InferenceTask, Provider } from "../../types.ts";\n'],
		["../index.ts", 'import type { InferenceProvider } from "../index.ts";\n'],
	];
	const members: string[] = [];
	for (const provider of ALL_PROVIDERS) {
		const { id } = provider;
		const key = /^\w+$/.test(id) ? id : `"${id}"`;
		if (!provider.tasks.conversational) {
			members.push(`\t${key}: ${writeNames(key, Object.keys(provider.tasks))},\n`);
			continue;
		}
		const path = [`./${id}.ts`, `../${id}.ts`, `../${id}/index.ts`].find((name) =>
			existsSync(join(root, FOLDER, "chat", name)),
		);
		if (path === undefined) throw new Error(`${id} has no file in ${FOLDER}`);
		const name = await findExport(join(root, FOLDER, "chat", path), id);
		imports.push([path, `import { ${name} } from "${path}";\n`]);
		members.push(name === key ? `\t${key},\n` : `\t${key}: ${name},\n`);
	}
	const head = imports.sort(([left], [right]) => compareImports(left, right)).map(([, line]) => line);
	return `${HEAD}${head.join("")}
/**
 * Every provider as chats need it, so that a program that only chats is bundled without the other tasks. Those that do
 * not chat are the names of the tasks they serve. The order is that of messages.
 */
export const CHAT_PROVIDERS: Record<InferenceProvider, Provider | readonly InferenceTask[]> = {\n${members.join("")}};\n`;
}

/** A list as the formatter writes it. */
function writeNames(key: string, names: readonly string[]): string {
	const quoted = names.map((name) => `"${name}"`);
	const line = `[${quoted.join(", ")}]`;
	// The indentation counts as four columns; a colon and a space go before the list, a comma behind it.
	return 4 + key.length + 2 + line.length + 1 <= MAX_WIDTH ? line : `[\n\t\t${quoted.join(",\n\t\t")},\n\t]`;
}

async function findExport(file: string, id: string): Promise<string> {
	const module = (await import(pathToFileURL(file).href)) as Record<string, Provider | undefined>;
	const name = Object.keys(module).find((key) => module[key]?.id === id);
	if (name === undefined) throw new Error(`${file} exports no provider with the id ${id}`);
	return name;
}

function compare(left: string, right: string): number {
	return left < right ? -1 : 1;
}

/** Far files come first. */
function compareImports(left: string, right: string): number {
	const depth = (path: string): number => path.split("../").length;
	return depth(right) - depth(left) || compare(left, right);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	for (const [path, text] of await generateFromProviders()) writeFileSync(join(root, path), text);
}
