import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { describeCommand } from "./commands.mjs";
import { readApi } from "./typedoc.mjs";

const root = new URL("../../", import.meta.url);

/** Loads a source file of the repository; what it exports is the one source of truth for its pages. */
const load = (path) => tsImport(fileURLToPath(new URL(path, root)), import.meta.url);

/** Everything pages are generated from that the public entry points do not tell. */
export async function readFacts() {
	const [manifest, tasks, providers, libraries, commands, errors, api] = await Promise.all([
		readFile(new URL("package.json", root), "utf8").then(JSON.parse),
		readTasks(),
		readProviders(),
		readLibraries(),
		readCommands(),
		readErrors(),
		readApi(),
	]);
	return {
		version: manifest.version,
		description: manifest.description,
		repository: `https://github.com/${manifest.repository.replace(/^github:/, "")}`,
		tasks,
		providers,
		libraries,
		commands,
		errors,
		api: api.entries,
		apiWarnings: api.warnings,
	};
}

async function readTasks() {
	const { TASK_LIST } = await load("src/cli/lists/tasks.prepared.ts");
	const { loadTaskDetails } = await load("src/cli/commands/tasks/page.ts");
	return await Promise.all(TASK_LIST.map(loadTaskDetails));
}

async function readProviders() {
	const { ALL_PROVIDERS } = await load("src/inference/providers/index.ts");
	const { keyVariables } = await load("src/cli/config/token.ts");
	const { BATCH_SERVICES } = await load("src/cli/commands/batch/jobs/client.ts");
	const list = ALL_PROVIDERS.map(({ id, label, tasks, baseUrl, closedSource, hubOrg, scheme, headers, routed }) => ({
		id,
		name: label,
		tasks: Object.keys(tasks),
		baseUrl,
		keyVariables: keyVariables(id),
		closedSource: Boolean(closedSource),
		hubOrg: hubOrg ?? null,
		scheme: scheme ?? "Bearer",
		headers: headers ?? {},
		isRouter: routed === "always",
		batch: BATCH_SERVICES[id],
		chatRoute: tasks.conversational?.route({ model: "MODEL", args: {} }),
	}));
	return list.sort((left, right) => (left.id < right.id ? -1 : 1));
}

async function readLibraries() {
	const { LIBRARY_LIST } = await load("src/cli/lists/libraries.prepared.ts");
	return LIBRARY_LIST;
}

async function readCommands() {
	const { VISIBLE_COMMANDS } = await load("src/cli/commands.ts");
	const { createContext } = await load("src/cli/context.ts");
	const { GLOBAL_FLAGS } = await load("src/cli/options/global-flags.ts");
	const { EXIT_CODES } = await load("src/cli/errors/exit-codes.ts");
	const { ENVIRONMENT } = await load("src/cli/config/environment.ts");
	const { FORMATS } = await load("src/cli/help/topics.ts");
	const output = { write: () => true, columns: 100 };
	const { signal } = new AbortController();
	const context = createContext({ stdin: {}, stdout: output, stderr: output, env: {}, cwd: "/", signal });
	const list = await Promise.all(
		VISIBLE_COMMANDS.map(async ({ name, summary, load }) => {
			const { createCommand } = await load();
			return { ...describeCommand(createCommand(context)), name, summary };
		}),
	);
	return {
		list,
		globalOptions: GLOBAL_FLAGS,
		exitCodes: EXIT_CODES,
		environment: ENVIRONMENT,
		formats: FORMATS,
		jsonHeadings: await readJsonHeadings(),
	};
}

/** Headings of the page about JSON, such as `hub tasks --json`. */
async function readJsonHeadings() {
	const text = await readFile(new URL("docs/json.md", root), "utf8");
	return [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading.replaceAll("`", ""));
}

async function readErrors() {
	const { ERRORS } = await load("src/cli/errors/error-codes.ts");
	const { EXIT } = await load("src/cli/errors/exit-codes.ts");
	return Object.entries(ERRORS).map(([code, entry]) => ({ code, ...entry, exitCode: EXIT[entry.exit] }));
}
