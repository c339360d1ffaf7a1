import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { findSample } from "../../src/sandbox/samples/index.ts";
import { refuseCrash } from "../helpers/recorded.ts";
import { picture, recording } from "./samples.ts";

/** The same request gets the same answer. `npm run update -- sandbox` writes them down. */
const isUpdating = Boolean(process.env["UPDATE_ANSWERS"]);
const FOLDER = "test/fixtures/sandbox";

const FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
	picture,
	recording,
	street: new Uint8Array((await findSample("street.jpg")?.read()) ?? []),
	music: new Uint8Array((await findSample("music.wav")?.read()) ?? []),
	gif: Uint8Array.from(Buffer.from("GIF89a\x20\0\x10\0 and more", "latin1")),
	nothing: new Uint8Array([1, 2, 3]),
};
const toUrl = (name: string): string => `data:;base64,${Buffer.from(FILES[name] ?? []).toString("base64")}`;

/** A body as a file writes it: JSON, in which `$picture` is a data URL; `@picture`, the bytes; `form`, with both. */
function readBody(text: string): { body?: BodyInit; type?: string } {
	const filled = text.replace(/\$(\w+)/g, (all, name: string) => (name in FILES ? toUrl(name) : all));
	if (text === "") return {};
	if (text.startsWith("@")) return { body: FILES[text.slice(1)] ?? "" };
	if (!text.startsWith("form ")) return { body: filled, type: "application/json" };
	const form = new FormData();
	for (const [name, value] of Object.entries(JSON.parse(text.slice(5)) as Record<string, string>)) {
		if (value.startsWith("@")) form.append(name, new File([FILES[value.slice(1)] ?? ""], "file"));
		else form.append(name, value);
	}
	return { body: form };
}

/** A number for bytes, by which changed ones are noticed. */
function sumUp(bytes: Iterable<number>): string {
	let sum = 7;
	for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) | 0;
	return (sum >>> 0).toString(16);
}

function describeFile(bytes: Uint8Array): string {
	return `${bytes.length} ${sumUp(bytes)}`;
}

async function describeAnswer(response: Response): Promise<string> {
	const type = response.headers.get("content-type") ?? "";
	const bytes = new Uint8Array(await response.arrayBuffer());
	const retry = response.headers.get("retry-after");
	const head = `${response.status}${retry === null ? "" : `, again after ${retry}`}`;
	if (!/json|text/.test(type)) return `${head} ${type} ${describeFile(bytes)}`;
	const files: string[] = [];
	const noted = new TextDecoder()
		.decode(bytes)
		.replace(/(?<=")(data:[\w/]+;base64,)?([A-Za-z0-9+/]{100,}=*)(?=")/g, (_, start = "", data: string) => {
			files.push(describeFile(new Uint8Array(Buffer.from(data, "base64"))));
			return `${start}\0`;
		});
	const text = noted.replaceAll("\0", () => files.shift() ?? "");
	const long = text.length > 3000 ? `${text.slice(0, 3000)}… ${sumUp(new TextEncoder().encode(text))}` : text;
	return `${head} ${long.trimEnd().replaceAll("\n", "\n\t")}`;
}

/** Repeats the requests of one sandbox, and returns them with the answers. */
async function replay(block: string): Promise<string> {
	const [first = "", ...lines] = block.split("\n").filter((line) => line !== "" && !line.startsWith("\t"));
	const [, name = "", options = "{}"] = /^# (.*?)(?: (\{.*\}))?$/.exec(first) ?? [];
	const sandbox = createSandbox({ now: () => Date.UTC(2026, 0, 15, 12), ...(JSON.parse(options) as SandboxOptions) });
	const written = [first];
	let id = "";
	for (const line of lines) {
		const [, method = "", path = "", text = ""] = /^([A-Z]+) (\S+) ?(.*)$/.exec(line) ?? [];
		const url = new URL(path.replaceAll("$id", id), "http://sandbox.test");
		const [, host = ""] = /^\/@([^/]+)/.exec(path) ?? [];
		const scheme = /fal\.run$/.test(host) ? "Key" : host.endsWith("bfl.ai") ? "X-Key" : "Bearer";
		const { body, type } = readBody(text.replaceAll("$id", id));
		const headers = {
			authorization: `${scheme} ${host === "" ? "hf_test" : "sk-test"}`,
			...(type ? { "content-type": type } : {}),
		};
		const answer = await describeAnswer(await sandbox(url, { method, headers, body: body ?? null }));
		if (method === "POST") id = /"(?:\w+_)?id":"([\w-]+)"/.exec(answer)?.[1] ?? id;
		written.push(line, `\t${answer}`);
		// Batches run behind the answer.
		if (path.includes("/batches")) await new Promise((resolve) => setTimeout(resolve, 5));
	}
	expect(name).not.toBe("");
	return written.join("\n");
}

for (const name of readdirSync(FOLDER)) {
	const blocks = readFileSync(`${FOLDER}/${name}`, "utf8")
		.trimEnd()
		.split(/\n\n(?=#)/);
	if (isUpdating) {
		it(`writes ${name}`, async () => {
			const written: string[] = [];
			for (const block of blocks) written.push(await replay(block));
			const text = `${written.join("\n\n")}\n`;
			refuseCrash(text, name);
			writeFileSync(`${FOLDER}/${name}`, text);
		});
	} else {
		it.each(blocks.map((block) => [block.split("\n")[0], block]))(`${name} %s`, async (_, block = "") => {
			expect(await replay(block)).toBe(block);
		});
	}
}
