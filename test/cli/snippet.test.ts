import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
	chosenSnippet,
	codeHeight,
	createDialog,
	type DialogState,
	layOutCode,
	moveInDialog,
	replaceSnippets,
	viewDialog,
} from "../../src/cli/commands/snippet/dialog-view.ts";

import type { FoundSnippet, SnippetEntry, Snippets } from "../../src/cli/commands/snippet/entry.ts";
import { PLAIN } from "../../src/cli/terminal/color.ts";
import { textWidth } from "../../src/cli/terminal/width.ts";
import { startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const RECORD = {
	id: "ai/talker",
	pipeline_tag: "text-generation",
	library_name: "transformers",
	tags: ["conversational"],
	transformersInfo: { auto_model: "AutoModelForCausalLM", processor: "AutoTokenizer" },
	inferenceProviderMapping: [{ provider: "together", providerId: "ai/t", status: "live", task: "conversational" }],
};

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome({ "record.json": JSON.stringify(RECORD), ...files });
	onTestFinished(() => home.remove());
	return home;
}

describe("hub records", () => {
	const line = "hub snippet ai/talker --client curl";
	const hour = 60 * 60 * 1000;

	async function openHub() {
		const hub = await startServer([{ body: RECORD }]);
		onTestFinished(() => hub.close());
		const home = openHome();
		const env = { HF_ENDPOINT: hub.url, HUB_CACHE_DIR: join(home.folder, "cache"), no_proxy: "127.0.0.1" };
		const records = join(home.folder, "cache", "records");
		const age = (by: number): void => {
			for (const name of readdirSync(records)) {
				const kept = JSON.parse(readFileSync(join(records, name), "utf8")) as { savedAt: number };
				writeFileSync(join(records, name), JSON.stringify({ ...kept, savedAt: kept.savedAt - by }));
			}
		};
		return { hub, home, env, records, age };
	}

	it("are fetched once an hour", async () => {
		const { hub, home, env, records, age } = await openHub();
		const first = await home.run(line, { env });
		expect(first).toMatchObject({ code: 0, stderr: "" });
		expect(await home.run(line, { env })).toEqual(first);
		expect(hub.requests).toHaveLength(1);
		expect(hub.requests[0]?.path).toContain("inferenceProviderMapping");
		expect(statSync(join(records, readdirSync(records)[0] ?? "")).mode & 0o777).toBe(0o600);
		age(hour);
		await home.run(line, { env });
		expect(hub.requests).toHaveLength(2);
	});

	it("are still used, with a note, while Hugging Face is unreachable", async () => {
		const { hub, home, env, age } = await openHub();
		const { stdout } = await home.run(line, { env });
		age(3 * hour);
		await hub.close();
		expect(await home.run(line, { env })).toEqual({
			code: 0,
			stdout,
			stderr: "Hugging Face cannot be reached; its record of ai/talker from 3 hours ago is used.\n",
		});
		expect(await home.run(`${line} --quiet`, { env })).toEqual({ code: 0, stdout, stderr: "" });
	});

	it("are not shared between accounts", async () => {
		const { hub, home, env } = await openHub();
		await home.run(line, { env: { ...env, HF_TOKEN: "hf_one" } });
		await home.run(line, { env: { ...env, HF_TOKEN: "hf_two" } });
		expect(hub.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer hf_one", "Bearer hf_two"]);
	});

	it("are replaced by a definite answer of Hugging Face", async () => {
		const { hub, home, env, age } = await openHub();
		await home.run(line, { env });
		await hub.close();
		const gone = await startServer([{ status: 404, body: { error: "Repository not found" } }]);
		onTestFinished(() => gone.close());
		age(2 * hour);
		const { code, stderr } = await home.run(line, { env: { ...env, HF_ENDPOINT: gone.url } });
		expect({ code, stderr }).toMatchObject({ code: 4, stderr: expect.stringContaining("Repository not found") });
	});

	it("are limited in number", async () => {
		const { home, env, records } = await openHub();
		await home.run(line, { env });
		for (let index = 0; index < 210; index++) {
			writeFileSync(join(records, `old${index}.json`), "{}");
			utimesSync(join(records, `old${index}.json`), 1, index);
		}
		await home.run("hub snippet ai/other --client curl", { env });
		const names = readdirSync(records);
		expect(names).toHaveLength(200);
		expect(names.filter((name) => name.startsWith("ai--"))).toHaveLength(2);
		expect(names).not.toContain("old0.json");
	});
});

describe("base models", () => {
	const { tags: _, inferenceProviderMapping: [talker] = [], ...base } = RECORD;
	const offer = (task: string) => ({ ...base, inferenceProviderMapping: [{ ...talker, task }] });
	const SNIPPET = "hub snippet --model-file base.json -p together --client curl";

	it.each([
		["a chat", base, "--temperature 0.5", "/v1/chat/completions"],
		["a chat", offer("conversational"), "", "/v1/chat/completions"],
		["a completion", offer("text-generation"), "--temperature 0.5", "/together/v1/completions"],
	])("are shown in %s", async (_name, record, flags, path) => {
		const home = openHome({ "base.json": JSON.stringify(record) });
		const { stdout } = await home.run(`${SNIPPET} ${flags}`);
		expect(stdout).toContain(`https://router.huggingface.co${path}`);
		if (flags !== "") expect(stdout).toContain('"temperature": 0.5');
	});

	it("refuse a stream where they offer completions only", async () => {
		const home = openHome({ "base.json": JSON.stringify(offer("text-generation")) });
		const { code, stderr } = await home.run(`${SNIPPET} --stream`);
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("--stream is for chat") });
	});

	it("are completed by the code of a call that completes", async () => {
		const { stdout } = await openHome().run(
			'hub infer --task text-generation -m ai/base --endpoint http://127.0.0.1:1/v1 "Once" --snippet sh --max-tokens 5',
		);
		expect(stdout).toMatch(/127\.0\.0\.1:1\/v1\/completions[\s\S]*"prompt": "Once"/);
		expect(stdout).not.toContain("messages");
	});
});

describe("on a terminal", () => {
	it("prints the code in colors, sanitized, and copied on request", async () => {
		const record = { ...RECORD, id: "ai/talker\u001b[31m" };
		const home = openHome({ "record.json": JSON.stringify(record) });
		const line = "hub snippet --model-file record.json --client curl --copy";
		const { code, rest } = await openTerminal("bash", ["-c", line], home).end();
		expect(code).toBe(0);
		// Green is the color of texts; the red comes from the record.
		expect(rest).toContain("\u001b[32m");
		expect(rest).not.toContain("\u001b[31m");
		const [copied = ""] = rest.split("\u001b]52;c;")[1]?.split("\u0007") ?? [];
		expect(Buffer.from(copied, "base64").toString()).toMatch(/^curl https:.*"stream": false\n {4}}'$/s);
	});

	it("copies through the stderr terminal when stdout is a file", async () => {
		const home = openHome();
		const line = "hub snippet --model-file record.json --client curl --copy > run.sh";
		const { rest } = await openTerminal("bash", ["-c", line], home).end();
		expect(rest).toContain("\u001b]52;c;");
		const written = readFileSync(join(home.folder, "run.sh"), "utf8");
		expect(written).toMatch(/^curl /);
		expect(written).not.toContain("\u001b");
	});

	it("names the other snippets of both kinds if no dialog can open", async () => {
		const home = openHome();
		const line = "TERM=dumb hub snippet --model-file record.json";
		const { rest } = await openTerminal("bash", ["-c", line], home).end();
		expect(rest).toContain("pipe(messages)");
		expect(rest.replaceAll(/\s+/g, " ")).toContain(
			"More: transformers · model, huggingface_hub, requests, openai, modelhub, fetch, huggingface.js, hub, curl; see --list.",
		);
	});

	it("shows all matching snippets, each with its name", async () => {
		const home = openHome();
		const line = "NO_COLOR=1 hub snippet --model-file record.json --lang python";
		const { rest } = await openTerminal("bash", ["-c", line], home).end();
		for (const name of ["huggingface_hub", "requests", "openai"]) expect(rest).toMatch(new RegExp(`^${name} `, "m"));
	});

	it("opens a dialog if nothing was chosen; Enter prints", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["snippet", "--model-file", "record.json"], home);
		const frame = await terminal.waitFor("Esc cancel");
		for (const text of [
			"Load it yourself",
			"Call a provider",
			"transformers · model",
			"# pip install transformers torch",
		])
			expect(frame).toContain(text);
		terminal.type("\t");
		await terminal.waitFor("provider=");
		terminal.type("p");
		await terminal.waitFor("── python · together");
		terminal.type("\t");
		await terminal.waitFor("fetch");
		terminal.type("c");
		await terminal.waitFor("\u001b]52;c;");
		terminal.type("\r");
		expect(await terminal.end()).toEqual({
			code: 0,
			rest: expect.stringContaining("npm install ../hub/modelhub-"),
		});
	});

	it.each(["\u001b", "q"])("leaves the dialog with %j and prints nothing", async (key) => {
		const home = openHome();
		const terminal = openTerminal("hub", ["snippet", "--model-file", "record.json"], home);
		await terminal.waitFor("Esc cancel");
		terminal.type(key);
		expect(await terminal.end()).toEqual({ code: 0, rest: expect.not.stringContaining("pipeline(") });
	});

	it("ends the dialog on Ctrl-C as interrupted", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["snippet", "--model-file", "record.json"], home);
		await terminal.waitFor("Esc cancel");
		terminal.type("\u0003");
		expect(await terminal.end()).toMatchObject({ code: 130 });
	});
});

describe("the dialog", () => {
	const snippet = (language: "python" | "js" | "sh", client: string, lines = 1): FoundSnippet => ({
		entry: {
			kind: "api",
			language,
			client,
			library: null,
			content: Array.from({ length: lines }, (_, index) => `line(${index}, "漢字 ${"x".repeat(60)}")`).join("\n"),
		},
		task: "conversational",
		provider: "auto",
		isAutoSelected: false,
	});
	const found: Snippets = [
		snippet("python", "huggingface_hub", 60),
		snippet("python", "requests"),
		snippet("js", "fetch"),
		snippet("python", "requests"),
		snippet("sh", "curl"),
	];
	const press = (...names: string[]) =>
		names.reduce((state, name) => moveInDialog(state, { name, text: "" }, 60, 10) ?? state, createDialog(found));

	it("has a tab for each language and client, numbered if there are several", () => {
		const { sections } = createDialog(found);
		expect(sections.map(({ label, tools }) => [label, ...tools.map((tool) => tool.label)])).toEqual([
			["python", "huggingface_hub", "requests", "requests 2"],
			["js", "fetch"],
			["sh", "curl"],
		]);
	});

	it.each([
		[[], 0],
		[["right"], 1],
		[["left"], 3],
		[["right", "right", "right"], 0],
		[["tab"], 2],
		[["right", "tab"], 2],
		[["shift-tab"], 4],
		[["tab", "tab", "tab"], 0],
	])("moves with %j to snippet %i", (keys, index) => {
		expect(chosenSnippet(press(...keys))).toBe(found[index]);
	});

	it("scrolls the code, and returns to the top after a change", () => {
		expect(press("up").scroll).toBe(0);
		expect(press("down", "down").scroll).toBe(2);
		expect(press("pagedown").scroll).toBe(10);
		expect(press("end").scroll).toBe(50);
		expect(press("end", "down").scroll).toBe(50);
		expect(press("end", "right").scroll).toBe(0);
	});

	it("shows groups with variants, and keeps the tool when the provider changes", () => {
		const one = (entry: Partial<SnippetEntry>): Snippets[0] => ({
			...snippet("sh", ""),
			entry: { ...snippet("sh", "").entry, ...entry },
		});
		const all: Snippets = [
			one({ kind: "library", language: "python", client: null, library: "transformers", variant: "pipeline" }),
			one({ kind: "library", language: "python", client: null, library: "transformers", variant: "model" }),
			snippet("python", "requests"),
			snippet("js", "fetch"),
			one({ kind: "app", client: "ollama" }),
		];
		const state = createDialog(all);
		const draw = (shown: DialogState) =>
			viewDialog(shown, [], { title: "m", canChangeProvider: true, width: 80, rows: 20, colors: PLAIN });
		expect(draw(state)[1]).toBe("[Load it yourself] Call a provider  Local apps ");
		expect(draw(state)[2]).toBe("[transformers · pipeline] transformers · model ");
		const third = moveInDialog(state, { name: "text", text: "3" }, 1, 1) ?? state;
		expect(chosenSnippet(third).entry.client).toBe("ollama");
		expect(draw(third)[2]).toBe("[Ollama]");
		const js = { ...state, section: 2 };
		expect(draw(js)[2]).toBe(" python js │[fetch]");
		expect(chosenSnippet(replaceSnippets(js, all)).entry.client).toBe("fetch");
		expect(chosenSnippet(replaceSnippets(press("right"), found)).entry.client).toBe("requests");
		expect(draw(js).at(-1)).toContain("p provider");
		expect(draw(state).at(-1)).not.toContain("p provider");
	});

	it.each([10, 20, 40, 80, 200])("fits a terminal of %i columns", (width) => {
		for (const rows of [8, 12, 24]) {
			const state = createDialog(found);
			const code = layOutCode(state, { width, colors: PLAIN });
			const title = "an/organisation-with-a-long-name · 漢字";
			const canChangeProvider = true;
			const lines = viewDialog(state, code, { title, canChangeProvider, width, rows, colors: PLAIN });
			expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
			expect(lines.length).toBeLessThan(rows);
			expect(lines.length).toBe(codeHeight(rows) + 6);
		}
	});
});
