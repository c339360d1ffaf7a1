import { afterAll, beforeAll, expect, it } from "vitest";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeAll(() => {
	home = createHome();
});
afterAll(() => home.remove());

it.each([
	["meta-llama/Llama-3.1-8B-Instruct", 0, "served by", undefined],
	["sandbox/missing", 1, "not on the hub", "hub models missing"],
	["sandbox/gated", 1, "access is not granted", "https://huggingface.co/sandbox/gated"],
])("hub doctor %s says what is so, and what to do", async (model, code, detail, advice) => {
	const outcome = await home.run(`hub doctor ${model} --sandbox --json`);
	expect(outcome.code).toBe(code);
	const { ok, checks } = JSON.parse(outcome.stdout) as { ok: boolean; checks: { detail: string; advice?: string }[] };
	expect(ok).toBe(code === 0);
	expect(checks.map((check) => check.detail).join("\n")).toContain(detail);
	if (advice) expect(checks.at(-1)?.advice).toContain(advice);
});
