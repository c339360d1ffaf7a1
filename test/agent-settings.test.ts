import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { AGENTS } from "../src/cli/commands/launch/agents.ts";
import { RECOMMENDED } from "../src/cli/commands/launch/models.ts";
import { createHome } from "./helpers/session.ts";

const page = readFileSync(new URL("../docs/serve.md", import.meta.url), "utf8");
const [, section = ""] = page.split("## Coding agents and editors\n");
const [text = ""] = section.split("\n## ");
const blocks = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = "", code = ""]) => ({
	language,
	code,
}));

describe("settings of agents in docs/serve.md", () => {
	it("begin with a line for each agent, on a model that the router serves", () => {
		const [start = ""] = page.split("`hub serve` is the same gateway");
		const lines = [...start.matchAll(/^hub launch (\w+) -m (\S+) /gm)];
		expect(lines.map(([, id]) => id)).toEqual(AGENTS.map(({ id }) => id));
		for (const [, , model] of lines) expect(RECOMMENDED.models).toContain(model);
	});

	it("name the releases that test/agents runs", () => {
		const { devDependencies, optionalDependencies } = JSON.parse(
			readFileSync(new URL("agents/package.json", import.meta.url), "utf8"),
		) as Record<"devDependencies" | "optionalDependencies", Record<string, string>>;
		const versions = { ...devDependencies, ...optionalDependencies };
		// Its program without an installer.
		const packages: Partial<Record<string, string>> = { goose: "@aaif/goose-binary-linux-x64" };
		for (const { id, install } of AGENTS) {
			const version = versions[packages[id] ?? install.split(" ").at(-1) ?? ""] ?? "not run";
			expect(text).toContain(`\n| ${id} | ${version} |`);
		}
	});

	it("are there for each agent", () => {
		for (const name of [
			"Codex",
			"Claude Code",
			"opencode",
			"qwen-code",
			"pi,",
			"Continue",
			"Cline",
			"Kimi Code",
			"Copilot CLI",
			"Zed",
			"Aider",
			"Open WebUI",
		])
			expect(text).toMatch(new RegExp(`^${name}`, "m"));
		expect(blocks).toHaveLength(13);
	});

	it.each(blocks.filter(({ code }) => !code.includes("hub launch")))(
		"lead to the server: $language $code",
		({ language, code }) => {
			if (language === "json") JSON.parse(code);
			if (language === "yaml") expect(parse(code)).toMatchObject({ name: "hub" });
			const urls = code.match(/http:\/\/[^\s"']+/g) ?? [];
			// Claude Code adds /v1 itself.
			const isAnthropic = code.includes("ANTHROPIC");
			expect(new Set(urls)).toEqual(new Set([`http://127.0.0.1:4141${isAnthropic ? "" : "/v1"}`]));
			expect(code).not.toMatch(/hub_[0-9a-f]{8}|hf_/);
		},
	);

	it.each([
		["codex", "wire_api"],
		["claude", "ANTHROPIC_BASE_URL"],
		["opencode", "@ai-sdk/openai-compatible"],
		["qwen", "OPENAI_MODEL"],
		["cn", "apiBase"],
		["kimi", "KIMI_MODEL_BASE_URL"],
		["copilot", "COPILOT_PROVIDER_BASE_URL"],
		["aider", "aider --model"],
	])("say what hub launch %s sets", async (id, mark) => {
		const home = createHome();
		try {
			const printed = await home.run(`hub launch ${id} --print -m fast`);
			// The port is known when the script runs.
			const stdout = printed.stdout.replace(/'?"\$HUB_SERVE_URL"'?/g, "http://127.0.0.1:4141");
			const found = blocks.filter(({ code }) => code.includes(mark));
			expect(found).toHaveLength(1);
			const code = found[0]?.code.replaceAll("HUB_KEY", "HUB_LAUNCH_KEY").replace(/\bKEY\b/g, "HUB_SERVE_KEY") ?? "";
			const words = code.match(/[\w@][\w@./:-]*/g) ?? [];
			expect(words.length).toBeGreaterThan(5);
			expect(words.filter((word) => !stdout.includes(word.replace(/:$/, "")))).toEqual([]);
		} finally {
			home.remove();
		}
	});
});
