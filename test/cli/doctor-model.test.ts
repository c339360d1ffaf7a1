import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox-server.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeAll(() => {
	home = createHome();
});
afterAll(() => home.remove());

it.each([
	["meta-llama/Llama-3.1-8B-Instruct", 0, "served by", undefined],
	["sandbox/missing", 1, "not on Hugging Face", "hub models missing"],
	["sandbox/gated", 1, "access is not granted", "https://huggingface.co/sandbox/gated"],
])("hub doctor %s reports the state and what to do", async (model, code, detail, advice) => {
	const outcome = await home.run(`hub doctor ${model} --sandbox --json`);
	expect(outcome.code).toBe(code);
	const { ok, checks } = JSON.parse(outcome.stdout) as { ok: boolean; checks: { detail: string; advice?: string }[] };
	expect(ok).toBe(code === 0);
	expect(checks.map((check) => check.detail).join("\n")).toContain(detail);
	if (advice) expect(checks.at(-1)?.advice).toContain(advice);
});

it("hub doctor MODEL accepts a provider's own key in place of a Hugging Face token", async () => {
	const sandbox = await startSandbox();
	onTestFinished(() => sandbox.close());
	const places = { HF_ENDPOINT: sandbox.url, HUB_ROUTER_URL: sandbox.url };
	const line = "hub doctor meta-llama/Llama-3.1-8B-Instruct";
	const without = await home.run(line, { env: places });
	expect(without).toMatchObject({ code: 1, stdout: expect.stringContaining("no model can be run") });
	const outcome = await home.run(line, { env: { ...places, GROQ_API_KEY: "gsk_0123456789abcdef" } });
	expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining("groq's own key, from GROQ_API_KEY") });
});
