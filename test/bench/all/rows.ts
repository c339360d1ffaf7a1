import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A row of the table: a process, measured against another one. */
export interface Row {
	title: string;
	command: string;
	args: string[];
	/** Title of the row it is divided by. */
	over: string;
	/** Highest ratio it may have; undefined for what stands beside it. */
	goal?: number | undefined;
}

/** Where rows find what they work with. */
export interface Places {
	/** URL of the service. */
	url: string;
	/** A folder for inputs and outputs, with `photo.png` in it. */
	folder: string;
}

const NODE = "`node -e 0`";
const CHAT = "a chat over bare `node:http`";
const LABELS = "labels of a file over bare `node:http`";
const EMBEDDING = "embedding over bare `node:http`";
const SPEECH = "speech to a file over bare `node:http`";

const peer = (name: string): string => fileURLToPath(new URL(`peers/${name}`, import.meta.url));
const node = (title: string, over: string, args: string[]): Row => ({ title, command: process.execPath, args, over });

/** What every command is measured against. */
export function bareRows({ url, folder }: Places): Row[] {
	const photo = join(folder, "photo.png");
	const post = peer("post-http.cjs");
	return [
		node(NODE, NODE, ["-e", "0"]),
		node(CHAT, NODE, [peer("chat-http.cjs"), url]),
		node(LABELS, NODE, [post, `${url}/labels`, `@${photo}`]),
		node(EMBEDDING, NODE, [post, `${url}/embed`, "hi"]),
		node(SPEECH, NODE, [post, `${url}/speech`, "hi", join(folder, "bare.wav")]),
	];
}

/** Rows as another Node runs them. */
export function withNode(rows: readonly Row[], program: string, version: string): Row[] {
	const named = (title: string): string => `${title}, Node ${version}`;
	return rows.map((row) => ({ ...row, command: program, title: named(row.title), over: named(row.over) }));
}

/** What else stands beside the command. */
export function peerRows({ url }: Places): Row[] {
	return [
		node("one `fetch`", CHAT, [peer("chat-fetch.cjs"), url]),
		node("openai, the same chat", CHAT, [peer("chat-openai.mjs"), url]),
		node("the reference, the same chat", CHAT, [peer("chat-reference.mjs"), url]),
		{
			title: "curl, the same chat",
			command: "curl",
			args: ["-sN", "-d", '{"stream":true}', `${url}/v1/chat/completions`],
			over: CHAT,
		},
	];
}

/** The command's rows, with the goals of the specification. */
export function hubRows(hub: string, label: string, { url, folder }: Places): Row[] {
	const row = (title: string, over: string, goal: number, ...args: string[]): Row => ({
		...node(`${label}: ${title}`, over, [hub, ...args]),
		goal,
	});
	const infer = (title: string, over: string, goal: number, ...args: string[]): Row =>
		row(title, over, goal, "infer", "-m", "m", ...args);
	return [
		infer("20 streamed tokens from an endpoint", CHAT, 2, "-t", "chat", "--endpoint", `${url}/v1`, "hi"),
		infer(
			"labels of a file",
			LABELS,
			2.2,
			...["-t", "image-classification", "--endpoint", `${url}/labels`, join(folder, "photo.png")],
		),
		infer(
			"an embedding",
			EMBEDDING,
			2.2,
			...["-t", "feature-extraction", "--endpoint", `${url}/embed`, "--json", "hi"],
		),
		infer(
			"speech to a file",
			SPEECH,
			2.2,
			...["-t", "text-to-speech", "--endpoint", `${url}/speech`, "-o", join(folder, "hub.wav"), "--force", "hi"],
		),
		row("a chat with the sandbox", NODE, 4.5, "infer", "-t", "chat", "-p", "sandbox", "What is 12 * 7?"),
		row("`infer --dry-run`", NODE, 1.8, "infer", "-t", "chat", "-m", "openai/gpt-oss-120b", "--dry-run", "hi"),
		row("`--version`", NODE, 1.05, "--version"),
		row("`--help`", NODE, 1.3, "--help"),
		row("`tasks --json`", NODE, 1.4, "tasks", "--json"),
		row("`libraries --json`", NODE, 1.5, "libraries", "--json"),
	];
}
