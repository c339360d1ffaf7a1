import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateValue } from "../../src/gateway/token-estimate.ts";
import { builtFile } from "../helpers/built.ts";
import { createHome, type Home } from "../helpers/session.ts";

const media = (name: string): string => fileURLToPath(new URL(`../fixtures/media/${name}`, import.meta.url));

interface Part {
	type: string;
	text?: string;
	data?: string;
	mimeType?: string;
	uri?: string;
}

let home: Home;
let client: Client;
const ended: (() => unknown)[] = [];
beforeAll(async () => {
	home = createHome();
	for (const name of ["cats.jpg", "sample1.flac"]) copyFileSync(media(name), join(home.folder, name));
	writeFileSync(join(home.folder, "secret.txt"), "hidden");
	symlinkSync("/etc/hostname", join(home.folder, "link.jpg"));
	client = await connect();
});
afterAll(async () => {
	await client.close();
	for (const end of ended) end();
	home.remove();
});

async function connect(mode: "auto" | "legacy" = "auto", more: readonly string[] = []): Promise<Client> {
	const made = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
	const args = [builtFile("bin/hub.js"), "mcp", "--sandbox", "--root", home.folder, ...more];
	const env = { ...home.env, HF_TOKEN: "hf_secrettoken42" };
	await made.connect(
		new StdioClientTransport({ command: process.execPath, args, env, cwd: home.folder, stderr: "ignore" }),
	);
	return made;
}

async function call(
	name: string,
	args: Record<string, unknown>,
	by = client,
): Promise<{ parts: Part[]; isError: boolean }> {
	const { content, isError } = await by.callTool({ name, arguments: args });
	return { parts: content as Part[], isError: Boolean(isError) };
}

it("lists strict tools, in fewer than 2,500 tokens", async () => {
	const { tools } = await client.listTools();
	expect(tools.map(({ name }) => name)).toEqual(
		"chat generate_image edit_image describe_image transcribe speak translate summarize classify embed answer_from_document generate_video find_models".split(
			" ",
		),
	);
	expect(tools.every(({ inputSchema }) => inputSchema["additionalProperties"] === false)).toBe(true);
	expect(estimateValue(tools)).toBeLessThan(2500);
});

it.each([
	["chat", { prompt: "What is the capital of France?" }, /Paris/],
	["describe_image", { image: "cats.jpg" }, /\w{3}/],
	["describe_image", { image: "cats.jpg", question: "How many cats are there?" }, /\w{3}/],
	["transcribe", { audio: "sample1.flac" }, /\w{3}/],
	["translate", { text: "Good morning", to: "fr" }, /Bonjour/],
	["summarize", { text: "The harbor was quiet. Boats lay at anchor. Then the storm came." }, /harbor|storm/],
	["classify", { text: "I love it" }, /POSITIVE/],
	["classify", { text: "My card was charged twice", labels: ["billing", "shipping"] }, /billing/],
	["classify", { image: "cats.jpg" }, /label/],
	["embed", { texts: ["a", "b"] }, /^\[\[/],
	["answer_from_document", { question: "Where does Ada live?", text: "Ada lives in London." }, /London/],
	["answer_from_document", { question: "What is it?", image: "cats.jpg" }, /answer/],
	["find_models", { task: "text-to-image", words: "flux" }, /FLUX/],
])("answers %s %j", async (name, args, answer) => {
	const { parts, isError } = await call(name, args);
	expect(isError).toBe(false);
	expect(parts[0]?.text).toMatch(answer);
});

it.each([
	["generate_image", { prompt: "a lighthouse", width: 64, height: 64 }, "image", "png"],
	["edit_image", { image: "cats.jpg", prompt: "at night" }, "image", "png|jpg"],
	["speak", { text: "Good morning" }, "audio", "wav|flac"],
	["generate_video", { prompt: "waves" }, undefined, "mp4"],
])("makes files: %s", async (name, args, kind, ending) => {
	const { parts, isError } = await call(name, args);
	expect(isError).toBe(false);
	const link = parts.find(({ type }) => type === "resource_link");
	expect(link?.uri).toMatch(new RegExp(`^file://.*/hub-files/[\\w-]+\\.(${ending})$`));
	expect(existsSync(fileURLToPath(link?.uri ?? ""))).toBe(true);
	if (kind) expect(parts.find(({ type }) => type === kind)?.data?.length).toBeGreaterThan(100);
});

it.each([
	["the folder itself", "hub-files", []],
	["a folder above it", "made", ["--output-dir", "made/here"]],
	["a folder in the root under another name", "made", ["--output-dir", "alias/root/made"]],
])("writes through no link in the root: %s", async (_, name, more) => {
	const other = createHome({ "kept/x": "" });
	const elsewhere = createHome({});
	const aliases = createHome({});
	ended.push(other.remove, elsewhere.remove, aliases.remove);
	symlinkSync(elsewhere.folder, join(other.folder, name));
	symlinkSync(other.folder, join(aliases.folder, "root"));
	const made = await connect("auto", [
		"--root",
		other.folder,
		...more.map((word) => word.replace(/^made/, `${other.folder}/made`).replace(/^alias/, aliases.folder)),
	]);
	const before = readdirSync(elsewhere.folder);
	const { parts, isError } = await call("generate_image", { prompt: "a lighthouse", width: 16, height: 16 }, made);
	const { parts: long } = await call("speak", { text: "Good morning" }, made);
	await made.close();
	expect(isError).toBe(true);
	expect(`${parts[0]?.text} ${long[0]?.text}`).toMatch(/is a link, so nothing is written there.*is a link/s);
	expect(readdirSync(elsewhere.folder)).toEqual(before);
});

it.each([
	["../outside.wav", /not a file in the folder/],
	["/etc/passwd", /--root/],
	["link.jpg", /--root/],
	["secret.txt", /not|no /],
	["http://127.0.0.1:1/x.wav", /public internet/],
	["file:///etc/passwd", /no such file|not/],
	["-", /not a file in the folder/],
	["", /no file|empty/],
])("reads nothing outside of the root: %s", async (audio, problem) => {
	const { parts, isError } = await call("transcribe", { audio });
	expect(isError).toBe(true);
	expect(parts[0]?.text).toMatch(problem);
	expect(JSON.stringify(parts)).not.toMatch(/hidden|root:|hf_secret/);
});

it.each([
	["chat", {}],
	["chat", { prompt: 7 }],
	["chat", { prompt: "x", more: true }],
	["embed", { texts: [] }],
	["classify", { labels: "a" }],
	["generate_image", { prompt: "x", width: -1 }],
])("refuses arguments that do not fit: %s %j", async (name, args) => {
	expect((await call(name, args)).isError).toBe(true);
});

it("speaks the older generation too, and offers only the chosen tools", async () => {
	const old = await connect("legacy", ["--tools", "chat,speak"]);
	expect((await old.listTools()).tools.map(({ name }) => name)).toEqual(["chat", "speak"]);
	expect((await call("chat", { prompt: "What is the capital of France?" }, old)).parts[0]?.text).toMatch(/Paris/);
	await old.close();
});

it("takes the model of a task from -m, and ends when the client has left", async () => {
	const named = await connect("auto", ["-m", "chat=no-such-org/none"]);
	const { parts, isError } = await call("chat", { prompt: "Hi" }, named);
	expect(isError).toBe(true);
	expect(parts[0]?.text).toMatch(/no-such-org\/none/);
	const { pid } = named.transport as StdioClientTransport;
	await named.close();
	expect(() => process.kill(pid ?? 0, 0)).toThrow();
});

describe("over HTTP", () => {
	it("needs the key and a host of this machine", async () => {
		const args = [builtFile("bin/hub.js"), "mcp", "--sandbox", "--root", home.folder, "--http", "0", "--json"];
		const hub = spawn(process.execPath, args, { env: home.env, stdio: ["ignore", "pipe", "ignore"] });
		ended.push(() => hub.kill());
		const { url, key } = JSON.parse(
			await new Promise((resolve) => hub.stdout.once("data", (text) => resolve(String(text)))),
		);
		const post = (headers: Record<string, string>) => fetch(url, { method: "POST", headers, body: "{}" });
		expect((await post({})).status).toBe(401);
		expect((await post({ authorization: "Bearer hub_wrong" })).status).toBe(401);
		expect((await post({ authorization: `Bearer ${key}`, origin: "https://evil.example" })).status).toBe(403);
		for (const mode of ["auto", "legacy"] as const) {
			const made = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
			const requestInit = { headers: { authorization: `Bearer ${key}` } };
			await made.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
			expect((await call("chat", { prompt: "What is the capital of France?" }, made)).parts[0]?.text).toMatch(/Paris/);
			await made.close();
		}
	});
});

it.each(["codex", "claude", "vscode", "cursor"])("prints the entry for %s", async (name) => {
	const { stdout, code } = await home.run(`hub mcp --print ${name} --sandbox --tools chat --root .`);
	expect(code).toBe(0);
	expect(stdout).toMatch(/"mcp", ?\s*"--sandbox", ?\s*"--tools", ?\s*"chat", ?\s*"--root", ?\s*"\//);
	expect(stdout).not.toMatch(/undefined|--max-cost|"-m"/);
	if (name !== "codex") expect(() => JSON.parse(stdout)).not.toThrow();
});

it("keeps files out of the root if it is told where", () => {
	expect(readdirSync(join(home.folder, "hub-files")).length).toBeGreaterThan(3);
	expect(readFileSync(join(home.folder, "secret.txt"), "utf8")).toBe("hidden");
});
