import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen } from "../helpers/screen.ts";
import { createHome } from "../helpers/session.ts";

async function show(line: string, env: Record<string, string>, rows = 24): Promise<string> {
	const home = createHome();
	onTestFinished(() => home.remove());
	const screen = openScreen(line, home, { columns: 100, rows, env });
	expect(await screen.end()).toBe(0);
	return screen.history();
}

describe("a text longer than the screen", () => {
	const env = { PAGER: "sed 's/^/PAGED /'" };

	it.each(["hub help environment", "hub infer --help", "hub --help", "hub tasks t2i --full", "hub tasks"])(
		"goes through the pager: %s",
		async (line) => {
			expect(await show(line, env)).toMatch(/^PAGED /);
		},
	);

	it.each([
		["with --no-pager", "hub help environment --no-pager", env, 24],
		["with an empty PAGER", "hub help environment", { PAGER: "" }, 24],
		["without PAGER", "hub help environment", {}, 24],
		["where it fits", "hub tasks t2i", env, 24],
		["where it is JSON", "hub tasks --json", env, 24],
		["where nobody reads", "hub help environment", { ...env, CI: "1" }, 24],
		["where the pager is missing", "hub help environment", { PAGER: "no-such-pager" }, 24],
	] as const)("is printed at once %s", async (_, line, variables, rows) => {
		const text = await show(line, variables, rows);
		expect(text).not.toContain("PAGED");
		expect(text.length).toBeGreaterThan(500);
	});
});
