import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** What each part of `src` may import besides itself; see docs/architecture.md §1. */
const ALLOWED: Record<string, string[]> = {
	base: [],
	"errors.ts": ["base", "http/redact.ts"],
	template: ["base"],
	catalogue: ["base"],
	http: ["base", "errors.ts"],
	hub: ["base", "http", "catalogue", "errors.ts"],
	limits: ["base", "http"],
	inference: ["base", "hub", "http", "catalogue", "errors.ts"],
	exchange: ["base", "http", "errors.ts"],
	batch: ["base", "limits", "exchange", "inference", "catalogue", "http", "errors.ts"],
	tools: ["base", "exchange", "inference", "http", "errors.ts"],
	gateway: ["base", "limits", "exchange", "inference", "catalogue", "http", "errors.ts"],
	snippets: ["base", "inference", "catalogue", "template", "errors.ts"],
	sandbox: ["base", "inference", "exchange", "catalogue", "http", "errors.ts", "hyparquet-writer"],
	"index.ts": ["http", "hub", "exchange", "batch", "gateway", "inference", "snippets", "tools", "errors.ts"],
	"tasks.ts": ["catalogue", "inference", "snippets"],
	"sandbox-server.ts": ["sandbox", "http", "node-http.ts", "node:http"],
	"node-http.ts": ["node:http", "node:stream", "base"],
	"node.ts": ["batch", "exchange", "gateway", "inference", "http", "errors.ts", "node-journal.ts", "node:"],
	"node-journal.ts": ["batch", "node-lock.ts", "node:"],
	"node-lock.ts": ["http/abort.ts", "http/backoff.ts", "node-processes.ts", "node:"],
	"node-processes.ts": ["node:"],
	site: ["*", "react", "react-dom/server"],
	cli: [
		"*",
		"node:",
		"undici",
		"@commander-js/extra-typings",
		"ink",
		"react",
		"chalk",
		"ora",
		"pngjs",
		"jpeg-js",
		"csv-parse",
		"ignore",
		"picomatch",
		"busboy",
		"react-dom/client",
		"hyparquet",
		"hyparquet-writer",
		"@uwdata/flechette",
		"hyparquet-compressors",
		"pdfjs-dist",
		"yaml",
		"conf",
		"uqr",
		"get-east-asian-width",
		"@aws-sdk/client-s3",
		"@aws-sdk/lib-storage",
		"@modelcontextprotocol/client",
		"@modelcontextprotocol/server",
	],
};
/** What each folder of `src/cli` may import besides itself, `import()` included; folders of commands count as one each. */
const ALLOWED_IN_CLI: Record<string, string[]> = {
	terminal: [],
	files: [],
	markdown: ["terminal"],
	"context.ts": ["terminal"],
	errors: ["context.ts", "files", "terminal"],
	options: ["context.ts", "errors", "terminal"],
	config: ["context.ts", "errors", "files", "options", "terminal"],
	input: ["context.ts", "errors", "files", "options", "config", "terminal"],
	"sign-in": ["context.ts", "errors", "files", "config", "terminal"],
	network: ["context.ts", "errors", "files", "options", "config", "input", "sign-in", "terminal"],
	local: ["context.ts", "errors", "options", "network"],
	mcp: ["context.ts", "errors", "files", "options", "config", "input", "network", "sign-in", "terminal", "ui"],
	"call-target": ["context.ts", "errors", "options", "config", "network", "local", "terminal"],
	output: ["context.ts", "errors", "files", "options", "input", "network", "call-target", "markdown", "terminal"],
	ui: ["context.ts", "markdown", "terminal"],
	lists: [],
	help: ["context.ts", "errors", "options", "config", "terminal"],
	prompts: ["context.ts", "errors", "options", "input", "network", "call-target", "ui", "lists", "terminal"],
	"commands/*": [
		"context.ts",
		"errors",
		"files",
		"options",
		"config",
		"input",
		"network",
		"sign-in",
		"local",
		"mcp",
		"call-target",
		"lists",
		"output",
		"markdown",
		"prompts",
		"ui",
		"terminal",
	],
	"commands/skill": ["help"],
	"commands/logs": ["commands/infer"],
	"commands/infer": ["commands/chat", "commands/prompt", "commands/snippet"],
	"commands/batch": ["commands/infer"],
	"commands/compare": ["commands/infer"],
	"commands/snippet": ["commands/libraries"],
	"commands/tasks": ["commands/libraries"],
	"commands/launch": ["commands/serve"],
	"commands/mcp": ["commands/batch", "commands/infer", "commands/serve"],
	"commands/completion": [
		"commands/infer",
		"commands/chat",
		"commands/prompt",
		"commands/libraries",
		"commands/snippet",
		"commands/tasks",
		"help",
	],
	"commands.ts": ["commands/*", "lists", "options"],
	"update-check.ts": ["config", "context.ts", "files", "network", "terminal"],
	"main.ts": [
		"update-check.ts",
		"commands/infer",
		"without-command.ts",
		"commands.ts",
		"config",
		"context.ts",
		"errors",
		"help",
		"options",
		"output",
		"terminal",
	],
	"without-command.ts": [
		"commands.ts",
		"commands/infer",
		"config",
		"context.ts",
		"errors",
		"help",
		"input",
		"options",
		"prompts",
	],
	"start.ts": ["context.ts", "main.ts", "terminal"],
	"bin.ts": ["start.ts"],
};

/** Loaded only where they are needed, never when a file is loaded. */
const LAZY = ["uqr", "ink", "react", "undici", "ora", "@modelcontextprotocol/client"];
/** Components and hooks: they import Ink and React, so everything else loads them with `import()`. */
const drawsWithInk = (file: string): boolean => file.endsWith(".tsx") || file.startsWith("cli/ui/use-");

const source = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
	.filter((name) => /\.tsx?$/.test(name))
	.map((name) => name.replaceAll("\\", "/"));

interface Import {
	target: string;
	kind: "static" | "type" | "dynamic";
}

function readImports(file: string, base = source): Import[] {
	const text = readFileSync(join(base, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
	const found: Import[] = [];
	const statement = /^(?:import|export)\s+(type\s)?(?:[\w*{][^;"']*?\sfrom\s+)?["']([^"']+)["']/gm;
	for (const [, type, target = ""] of text.matchAll(statement)) found.push({ target, kind: type ? "type" : "static" });
	for (const [, target = ""] of text.matchAll(/\bimport\(\s*["']([^"']+)["']/g))
		found.push({ target, kind: "dynamic" });
	return found.map((item) => ({
		...item,
		target: item.target.startsWith(".") ? relative(base, join(base, dirname(file), item.target)) : item.target,
	}));
}

const graph = new Map(files.map((file) => [file, readImports(file)]));
const part = (file: string): string => file.split("/")[0] ?? file;

function isAllowed(file: string, target: string): boolean {
	const own = part(file);
	if (graph.has(target) || target.endsWith(".json")) {
		if (part(target) === own) return true;
		if (target.includes("/data/")) return false;
	}
	return (ALLOWED[own] ?? []).some(
		(entry) =>
			entry === target ||
			(entry === "*" && (graph.has(target) || target.endsWith(".json"))) ||
			(entry.endsWith(":") ? target.startsWith(entry) : target === entry || target.startsWith(`${entry}/`)),
	);
}

/** The folder or loose file of the command a file belongs to; undefined outside. */
function cliPart(file: string): string | undefined {
	return /^cli\/(commands\/[^/]+|[^/]+)/.exec(file)?.[1];
}

function cliEdges(): { from: string; to: string; file: string }[] {
	return [...graph].flatMap(([file, imports]) =>
		imports.flatMap(({ target }) => {
			const from = cliPart(file);
			const to = cliPart(target);
			return from && to && from !== to ? [{ from, to, file }] : [];
		}),
	);
}

const root = join(source, "..");

/** Returns which folder imports which, where neither contains the other: the folders where the two paths part. */
function listFolderEdges(base: string): Set<string> {
	const names = readdirSync(base, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
	const edges = names
		.filter((name) => /\.[jt]sx?$/.test(name))
		.flatMap((file) =>
			readImports(file, base).flatMap(({ target }) => {
				if (!/\.([jt]sx?|json)$/.test(target) || target.startsWith("..")) return [];
				const [from, to] = [file.split("/"), target.split("/")];
				const place = from.findIndex((name, index) => name !== to[index]) + 1;
				const isFolder = place > 0 && place < from.length && place < to.length;
				return isFolder ? [`${from.slice(0, place).join("/")} → ${to.slice(0, place).join("/")}`] : [];
			}),
		);
	return new Set(edges);
}

const decisions = readdirSync(join(root, "docs/decisions"))
	.filter((name) => name !== "README.md")
	.sort()
	.map((name) => `docs/decisions/${name}`);
const readLines = (page: string): string[] => readFileSync(join(root, page), "utf8").split("\n");

/**
 * Each danger has one way to it. A file that goes another has its reason here; a new one should not need any.
 * What reads or writes files: `cli/files` does for everything that users or data name.
 */
const MAY_USE_FILES: Record<string, string> = {
	"node.ts": "the folder of recordings, for programs without the command",
	"cli/terminal/graphics/kind.ts": "/proc/self/stat",
	"cli/commands/doctor/local.ts": "the programs on the path",
	"cli/config/log.ts": "a line is appended at once, so that the lines of several processes stay whole",
	"cli/mcp/approval.ts": "which agents were approved before, and hashes of their programs",
	"cli/commands/serve/kept-conversations.ts": "hub's own cache",
	"cli/network/model-cache.ts": "hub's own cache",
	"cli/input/external-editor.ts": "a file in a temporary folder of its own",
	"cli/output/file-store.ts": "a Blob of a file that was just written through Draft",
	"cli/commands/serve/call-keeper.ts": "what calls cost, under a lock",
	"cli/commands/serve/forms.ts": "uploads, in a temporary folder of its own",
	"cli/commands/chat/store.ts": "saved chats: a line is appended at once",
	"node-lock.ts": "locks: the names in a folder",
	"node-processes.ts": "/proc, for the processes that hold locks",
	"node-journal.ts": "the journal of a batch: appended, synchronized and cut by rules of its own, under a lock",
	"cli/commands/batch/output.ts": "hub's own manifest",
	"cli/commands/batch/changed-input.ts": "the journal, by position",
	"cli/commands/batch/cache-folder.ts": "the entries of the cache, which many processes share",
	"cli/commands/batch/shard-lines.ts": "a working folder",
	"cli/commands/batch/repair.ts": "the journal, in pieces",
	"cli/commands/batch/repair-place.ts": "a working folder",
	"cli/commands/batch/result-cache.ts": "the journal, by position",
	"cli/commands/batch/table-results.ts": "a working folder",
	"cli/commands/batch/input/source.ts": "the ends of an input, for its hash, and ranges of it",
	"cli/commands/batch/parts/part-run.ts": "the journal of rows that are in no part yet",
	"cli/commands/batch/parts/s3.ts": "pieces of a part that hub made",
	"cli/commands/batch/parts/store.ts": "a folder of parts, by names that hub gave",
	"cli/commands/batch/input/parquet.ts": "ranges of a Parquet file",
};
const USES_FILES =
	/\b(?:readFile|open|write|writeFile|appendFile|copyFile|rename|link|symlink|truncate|ftruncate|read)(?:Sync)?\b|\bcreate(?:Read|Write)Stream\b|\bopenAsBlob\b/;

/** Files that write the header with credentials, or read it. */
const MAY_AUTHORIZE: Record<string, string> = {
	"inference/build-request.ts": "calls of models",
	"inference/caller-input.ts": "a name that is never taken from data",
	"hub/get-from-hub.ts": "calls of Hugging Face",
	"cli/network/offers.ts": "the router's list of models",
	"cli/network/trust.ts": "the advice in an error",
	"cli/network/transport/request-parts.ts": "the password in a URL",
	"cli/call-target/context-limits.ts": "limits of the endpoint that the call goes to",
	"inference/endpoint-models.ts": "the list of models of the endpoint that the call goes to",
	"cli/local/servers.ts": "keys of servers on this machine",
	"cli/mcp/connection.ts": "a server with a key of its own needs no sign-in",
	"cli/config/token.ts": "found, to be renewed",
	"cli/sign-in/renewal.ts": "a renewed token in place of the one that ends",
	"cli/commands/doctor/local.ts": "the check of a token",
	"cli/commands/batch/input/dataset.ts": "the viewer that the token belongs to",
	"cli/commands/batch/jobs/client.ts": "batch jobs of the target",
	"cli/commands/batch/input/hub-place.ts": "the site that the token belongs to",
	"sandbox/datasets.ts": "the check of the sandbox",
	"cli/commands/batch/recipe.ts": "headers that a recipe must not hold",
	"cli/commands/batch/model-server.ts": "the key of the model server of the run",
	"cli/commands/infer/show-call.ts": "shown as the variable with the token",
	"cli/commands/mcp/command.ts": "shows the key of this server at its start",
	"cli/mcp/servers.ts": "Hugging Face's own server of tools, where it is asked for by name",
	"base/secret-names.ts": "a name of secrets, to be removed",
	"exchange/read-request.ts": "found, to be removed",
	"http/redact.ts": "found, to be removed",
	"gateway/access.ts": "keys of the gateway's clients",
	"gateway/model-list.ts": "lists of models of its targets",
	"gateway/own-servers.ts": "lists of models of its endpoints, with their own keys",
	"sandbox/authorization.ts": "keys of the sandbox's clients",
	"sandbox/dispatch.ts": "headers that browsers may send",
	"sandbox-server.ts": "headers that browsers may send",
	"snippets/api/clients/fetch.ts": "code that is shown",
	"snippets/api/clients/requests.ts": "code that is shown",
	"snippets/api/token.ts": "code that is shown",
};

/** Files that reach the network themselves. All others are given a `fetch`, with its limits, proxy and recordings. */
const MAY_REACH_NETWORK: Record<string, string> = {
	"http/retry.ts": "the type of fetch",
	"inference/send.ts": "default of the library's calls",
	"inference/endpoint-models.ts": "default of the library's look-ups",
	"hub/get-from-hub.ts": "default of the library's look-ups",
	"exchange/record.ts": "default of record and replay",
	"gateway/services.ts": "default of the gateway",
	"batch/lane.ts": "default of a batch",
	"sandbox/urls.ts": "default of requests past the sandbox",
	"node-http.ts": "a server on a port",
	"sandbox-server.ts": "a server on a port",
	"tools/run-tools.ts": "the default of the client's own fetch, watched for the cost",
	"cli/commands/serve/server.ts": "a server on a port",
	"cli/network/transport/index.ts": "the command's fetch",
	"cli/network/transport/secure.ts": "the command's fetch",
	"cli/network/pool/index.ts": "the command's fetch for many calls",
	"cli/network/public-hosts.ts": "checks of addresses",
	"cli/network/traces.ts": "spans, to the collector of the environment",
	"cli/call-target/target.ts": "default of look-ups of prices",
	"cli/mcp/loopback.ts": "the browser's answer to a sign-in",
	"cli/local/servers.ts": "ports of this machine",
	"cli/commands/doctor/local.ts": "default of its checks",
	"cli/commands/batch/model-server.ts": "finds a free port of this machine",
};
const REACHES_NETWORK =
	/globalThis\.fetch|(?:from|import\()\s*"(?:undici|node:https?|node:net|node:tls|node:dns(?:\/promises)?)"|getBuiltinModule\("node:(?:https?|net|tls|dns)/;

/** A system may take a part of the bytes without an error: others write through `cli/files/write-all.ts`. */
const MAY_WRITE_BYTES: Record<string, string> = {
	"cli/files/write-all.ts": "the one way",
	"cli/files/save-blob.ts": "waits for the reader of a FIFO",
	"node-journal.ts": "for programs without the command; writes all in a loop of its own",
};

/** Files that parse JSON without the depth limit of `base/json.ts`. */
const MAY_PARSE_JSON: Record<string, string> = {
	"base/json.ts": "the one way",
	"http/redact.ts": "the caller's own body, for display",
	"snippets/api/values.ts": "a copy of the caller's own values",
	"template/parse-json.ts": "with the engine's own limit of depth",
	"sandbox/body.ts": "after its structure was checked",
	"cli/commands/batch/input/columns.ts": "one string",
	"cli/commands/batch/plan.ts": "what it has just written",
};

/** Locks are one module: no other file makes one, or looks whether a process is alive. */
const MAY_LOCK: Record<string, string> = {
	"node-lock.ts": "the one way",
	"node-processes.ts": "which holders are alive",
};
const LOCKS = /\.lock["'`]|process\.kill\([^,()]+, 0\)|\bflock/;

/** Requests to models leave at one place: other files run a task, or open its response, through `inference/run.ts`. */
const MAY_SEND: Record<string, string> = {
	"inference/send.ts": "the one way",
	"inference/endpoint-models.ts": "asks for a list, and calls no model",
};
const SENDS = /import \{[^}]*\bsend\b[^}]*\} from "[^"]*\bhttp\/(?:index|send)\.ts"/;

/** How long something waits before it is tried again is in one table. */
const MAY_GROW: Record<string, string> = { "http/backoff.ts": "the one way" };
const GROWS =
	/\*\* ?\(?(?:attempt|fail|retr|tries|looks|Math\.min)|\b\w*(?:pause|delay|backoff|interval) \*=? (?:2|1\.5)\b/i;

/** The code of a file without comments. */
function codeOf(file: string): string {
	const text = readFileSync(join(source, file), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
	return text.replace(/(^|[\s;{}(,])\/\/[^\n]*/g, "$1");
}

/** The names that a file imports from `node:fs`. */
function namesOfFs(code: string): string {
	const names = [...code.matchAll(/import (\{[^}]*\}|\* as \w+) from "node:fs(?:\/promises)?"/g)].map(
		([, name]) => name,
	);
	return /getBuiltinModule\("node:fs/.test(code) ? "open" : names.join(" ").replace("* as", "open");
}

describe.each([
	[
		"files",
		MAY_USE_FILES,
		(code: string, file: string) => !file.startsWith("cli/files/") && USES_FILES.test(namesOfFs(code)),
	],
	["open files", MAY_WRITE_BYTES, (code: string) => code.includes("writeSync(")],
	["credentials", MAY_AUTHORIZE, (code: string) => /\bauthorization\b/i.test(code)],
	["the network", MAY_REACH_NETWORK, (code: string) => REACHES_NETWORK.test(code)],
	["JSON from outside", MAY_PARSE_JSON, (code: string) => code.includes("JSON.parse(")],
	["locks", MAY_LOCK, (code: string) => LOCKS.test(code)],
	["models", MAY_SEND, (code: string) => SENDS.test(code)],
	["waits between tries", MAY_GROW, (code: string) => GROWS.test(code)],
])("one way to %s", (_, allowed, isOutside) => {
	const found = files.filter((file) => isOutside(codeOf(file), file));

	it("is gone by all files but those with a reason", () => {
		expect(found.filter((file) => !(file in allowed))).toEqual([]);
	});

	it("has no exception that is not needed any more", () => {
		expect(Object.keys(allowed).filter((file) => !found.includes(file))).toEqual([]);
	});
});

describe("architecture", () => {
	it("has a rule for every part", () => {
		expect(files.map(part).filter((name) => !(name in ALLOWED))).toEqual([]);
	});

	it("imports only along the allowed edges", () => {
		const wrong = [...graph].flatMap(([file, imports]) =>
			imports.filter(({ target }) => !isAllowed(file, target)).map(({ target }) => `${file} → ${target}`),
		);
		expect(wrong).toEqual([]);
	});

	it("has no cycles, type imports and import() included", () => {
		const done = new Set<string>();
		const cycles: string[] = [];
		const visit = (file: string, path: string[]): void => {
			if (path.includes(file)) {
				cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
				return;
			}
			if (done.has(file)) return;
			for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
			done.add(file);
		};
		for (const file of files) visit(file, []);
		expect(cycles).toEqual([]);
	});

	it("imports inside the command only along the allowed edges", () => {
		const wrong = cliEdges().filter(({ from, to }) => {
			const rules = [from, from.replace(/^(commands)\/.*/, "$1/*")].flatMap((name) => ALLOWED_IN_CLI[name] ?? []);
			return !rules.includes(to) && !(to.startsWith("commands/") && rules.includes("commands/*"));
		});
		expect(wrong).toEqual([]);
	});

	it.each(["src", "site/src"])("has no two folders in %s that import each other", (folder) => {
		const edges = listFolderEdges(join(root, folder));
		expect(edges.size).toBeGreaterThan(5);
		expect([...edges].filter((edge) => edges.has(edge.split(" → ").reverse().join(" → ")))).toEqual([]);
	});

	it("loads heavy packages only when they are needed", () => {
		const eager = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target, kind }) => kind === "static" && LAZY.includes(target) && !drawsWithInk(file))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(eager).toEqual([]);
		const mounting = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target, kind }) => kind === "static" && drawsWithInk(target) && !drawsWithInk(file))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(mounting).toEqual([]);
	});

	it("reaches another part through its index or a named file, never through its data", () => {
		const wrong = [...graph].flatMap(([file, imports]) =>
			imports
				.filter(({ target }) => target.includes("/data/") && part(target) !== part(file))
				.map(({ target }) => `${file} → ${target}`),
		);
		expect(wrong).toEqual([]);
	});

	it("is described by files that exist", () => {
		const folders = ["src", "test", "scripts", "site/src", "site/build", "docs", "bin", "etc"];
		const existing = folders
			.flatMap((folder) =>
				readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
			)
			.concat(readdirSync(root));
		// Files by their extensions, folders by the slash at their end or by where they begin.
		const path = /`([\w./-]+\.(?:tsx?|mjs|jsx)|[\w-]+(?:\/[\w-]+)*\/|(?:src|test|scripts)\/[\w/-]+)`/g;
		const named = ["docs/architecture.md", "docs/safety.md", "CONTRIBUTING.md", ...decisions].flatMap((page) =>
			[...readFileSync(join(root, page), "utf8").matchAll(path)].map(([, name = ""]) => name.replace(/\/$/, "")),
		);
		expect(named.length).toBeGreaterThan(50);
		expect(
			named.filter((name) => !name.startsWith(".") && !existing.some((file) => `/${file}`.endsWith(`/${name}`))),
		).toEqual([]);
	});

	it("has one decision for each number, and a row only for decisions", () => {
		const numbers = decisions.map((page) => basename(page).slice(0, 3));
		expect(numbers).toEqual([...new Set(numbers)]);
		const rows = readLines("docs/decisions/README.md").filter((line) => /^\| \d/.test(line));
		expect(rows.map((row) => row.slice(2, 5))).toEqual(numbers);
	});

	it("keeps one version number", () => {
		const manifest = JSON.parse(readFileSync(join(source, "../package.json"), "utf8")) as { version: string };
		expect(readFileSync(join(source, "base/version.ts"), "utf8")).toContain(`"${manifest.version}"`);
	});
});
