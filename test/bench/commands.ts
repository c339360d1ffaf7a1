/**
 * Whole processes of the built command beside the same work over bare `node:http`, and beside other programs:
 * `npm run bench:commands [-- ROUNDS]`. They take turns; the middle one of the rounds counts.
 * `HUB_TEST_NODE22` and `HUB_TEST_NODE24` name other Nodes, which are measured as well.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startService } from "./commands-service.ts";
import { type Goal, median, report } from "./figure.ts";
import "./built.ts";

/** A process, measured against another one. */
interface Row {
	title: string;
	command: string;
	args: string[];
	/** Title of the row it is divided by. */
	over: string;
	/** Undefined for what stands beside. */
	goal?: Goal;
}

const rounds = Number(process.argv[2] ?? 15);
const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
const photo = join(folder, "photo.png");
const record = join(folder, "record.json");
/** The smallest PNG: one pixel. */
const PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const RECORD = {
	id: "meta-llama/Llama-3.1-8B-Instruct",
	pipeline_tag: "text-generation",
	library_name: "transformers",
	tags: ["transformers", "conversational"],
	transformersInfo: { auto_model: "AutoModelForCausalLM", processor: "AutoTokenizer" },
};

const NODE = "`node -e 0`";
const CHAT = "a chat over bare `node:http`";
const LABELS = "labels of a file over bare `node:http`";
const EMBEDDING = "an embedding over bare `node:http`";
const SPEECH = "speech to a file over bare `node:http`";

const peer = (name: string): string => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** What every command is measured against. */
function bareRows(url: string): Row[] {
	const row = (title: string, ...args: string[]): Row => ({ title, command: process.execPath, args, over: NODE });
	const post = peer("post-http.cjs");
	return [
		row(NODE, "-e", "0"),
		row(CHAT, peer("chat-http.cjs"), url),
		row(LABELS, post, `${url}/labels`, `@${photo}`),
		row(EMBEDDING, post, `${url}/embed`, "hi"),
		row(SPEECH, post, `${url}/speech`, "hi", join(folder, "bare.wav")),
	];
}

/** What else stands beside the command. */
function peerRows(url: string): Row[] {
	const row = (title: string, name: string): Row => {
		return { title, command: process.execPath, args: [peer(name), url], over: CHAT };
	};
	return [
		row("the same chat by one `fetch`", "chat-fetch.cjs"),
		row("the same chat by the `openai` package", "chat-openai.mjs"),
		row("the same chat by the reference", "chat-reference.mjs"),
		{
			title: "the same chat by curl",
			command: "curl",
			args: ["-sN", "-d", '{"stream":true}', `${url}/v1/chat/completions`],
			over: CHAT,
		},
	];
}

/** The command's rows, with the goals of the specification. */
function hubRows(url: string, dryRun: number): Row[] {
	const row = (title: string, over: string, atMost: number, ...args: string[]): Row => {
		return { title: `hub: ${title}`, command: process.execPath, args: [hub, ...args], over, goal: { atMost } };
	};
	const infer = (task: string, path: string, ...args: string[]): string[] => {
		return ["infer", "-m", "m", "-t", task, "--endpoint", `${url}${path}`, ...args];
	};
	return [
		row("20 streamed tokens from an endpoint", CHAT, 2, ...infer("chat", "/v1", "hi")),
		row("labels of a file", LABELS, 2.2, ...infer("image-classification", "/labels", photo)),
		row("an embedding", EMBEDDING, 2.2, ...infer("feature-extraction", "/embed", "--json", "hi")),
		row(
			"speech to a file",
			SPEECH,
			2.2,
			...infer("text-to-speech", "/speech", "-o", join(folder, "hub.wav"), "--force", "hi"),
		),
		row("a chat with the sandbox", NODE, 4.5, "infer", "-t", "chat", "-p", "sandbox", "What is 12 * 7?"),
		row("`--version`", NODE, 1.3, "--version"),
		row("`--help`", NODE, 1.7, "--help"),
		row("`tasks --json`", NODE, 2.6, "tasks", "--json"),
		row("`libraries --json`", NODE, 2.6, "libraries", "--json"),
		row("`infer --dry-run`", NODE, dryRun, "infer", "-t", "chat", "-m", "openai/gpt-oss-120b", "--dry-run", "hi"),
		row("`snippet --model-file`", NODE, 2.6, "snippet", "--model-file", record),
		row("`snippet --client requests`", NODE, 2.6, "snippet", "--model-file", record, "--client", "requests"),
	];
}

/** Node 20 cannot keep compiled code. */
function dryRunGoal(version: string): number {
	return version === "20" ? 2.6 : 2;
}

/** Rows as another Node runs them, where the variables of the tests name one. */
function otherNodes(url: string): Row[] {
	return ["22", "24"].flatMap((version) => {
		const command = process.env[`HUB_TEST_NODE${version}`];
		if (!command) return [];
		const named = (title: string): string => `${title}, Node ${version}`;
		return [...bareRows(url), ...hubRows(url, dryRunGoal(version))].map((row) => {
			return { ...row, command, title: named(row.title), over: named(row.over) };
		});
	});
}

// Without `NODE_EXTRA_CA_CERTS`, which adds some 30 ms to every start of Node 20, and without tokens.
const env: NodeJS.ProcessEnv = { PATH: process.env["PATH"], HOME: folder, HUB_CONFIG_DIR: folder };

/** Milliseconds from start to exit. */
function timeProcess({ title, command, args }: Row): Promise<number> {
	return new Promise((resolve, reject) => {
		const start = performance.now();
		const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
		let errors = "";
		child.stdout.resume();
		child.stderr.on("data", (data) => {
			errors += String(data);
		});
		child.on("error", reject);
		child.on("close", (code) => {
			if (code === 0) resolve(performance.now() - start);
			else reject(new Error(`${title} ended with ${code}: ${errors}`));
		});
	});
}

const service = await startService();
try {
	writeFileSync(photo, Buffer.from(PHOTO, "base64"));
	writeFileSync(record, JSON.stringify(RECORD));
	const { url } = service;
	const [running = ""] = process.versions.node.split(".");
	const rows = [...bareRows(url), ...peerRows(url), ...hubRows(url, dryRunGoal(running)), ...otherNodes(url)];
	const times = new Map(rows.map(({ title }) => [title, [] as number[]]));
	// The first two rounds fill caches. In turns, so that a busy moment of the machine meets all alike.
	for (let round = -2; round < rounds; round++) {
		for (const row of rows) {
			const time = await timeProcess(row);
			if (round >= 0) times.get(row.title)?.push(time);
		}
	}
	const middle = (title: string): number => median(times.get(title) ?? []);
	for (const { title, over, goal } of rows) {
		if (title === over) continue;
		const time = middle(title);
		report({ title, value: time / middle(over), over, goal, detail: `${time.toFixed(1)} ms` });
	}
} finally {
	service.close();
	rmSync(folder, { recursive: true, force: true });
}
