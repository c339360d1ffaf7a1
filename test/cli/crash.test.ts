import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { runProcess } from "../helpers/run-process.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => {
	vi.restoreAllMocks();
	home.remove();
});

const file = (): string => join(home.folder, ".cache/hub/crash.txt");

/** Lets `hub whoami` fail as if hub had a fault. */
function breakCommand(error: unknown): void {
	const entry = COMMANDS.find(({ name }) => name === "whoami");
	if (!entry) throw new Error("unreachable: the command exists");
	vi.spyOn(entry, "load").mockRejectedValue(error);
}

describe("a bug in hub", () => {
	it("prints one line with the place and how to report it, and keeps the details without secrets", async () => {
		breakCommand(new TypeError("x is not a function\nof hf_secretsecretsecret", { cause: new Error("the cause") }));
		const env = { HF_TOKEN: "hf_secretsecretsecret" };
		const { code, stdout, stderr } = await home.run("hub whoami --timeout 3", { env });
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		const line = stderr.split("\n").filter((text) => text.startsWith("Error:"));
		expect(line).toEqual([
			expect.stringMatching(
				/^Error: Unexpected failure at crash\.test\.ts:\d+:\d+: x is not a function.* This is a bug in hub\. Report it at https:\/\/\S+ with \S+crash\.txt$/,
			),
		]);
		expect(stderr).not.toContain(" at breakCommand");
		const details = readFileSync(file(), "utf8");
		expect(details).toMatch(/^hub [\d.]+, Node v\d+.*\n\$ hub whoami --timeout\n/);
		expect(details).toContain("TypeError: x is not a function");
		expect(details).toContain("Caused by: Error: the cause");
		expect(`${stderr}${details}`).not.toContain("hf_secretsecretsecret");
		expect(statSync(file()).mode & 0o777).toBe(0o600);
	});

	it("prints the stack with --debug, and facts as JSON", async () => {
		breakCommand(new RangeError("a fault"));
		expect((await home.run("hub whoami --debug")).stderr).toMatch(/RangeError: a fault\n\s+at /);
		const { stderr } = await home.run("hub whoami --json");
		expect(JSON.parse(stderr)).toMatchObject({
			error: { code: "unexpected", message: expect.stringMatching(/^Unexpected failure at crash\.test\.ts:/) },
		});
	});

	it.each([["a text"], [undefined], [{ kind: "input" }]])("that is no error is reported too: %j", async (thrown) => {
		breakCommand(thrown);
		const { code, stderr } = await home.run("hub whoami");
		expect(code).toBe(1);
		expect(stderr).toContain("This is a bug in hub. Report it at");
		expect(stderr).not.toContain("[object Object]");
	});

	it.each([
		["an exception that no code catches", "throw new Error('nobody caught it')"],
		["a promise that no code awaits", "Promise.reject(new Error('nobody caught it'))"],
	])("shows no built code after %s", async (_, source) => {
		// The command listens before it starts.
		const wait = `const timer = setInterval(() => {
			if (process.listenerCount("uncaughtException") === 0) return;
			clearInterval(timer);
			${source};
		}, 20);`;
		const preload = `--import=data:text/javascript,${encodeURIComponent(wait)}`;
		const { code, stderr } = await runProcess(
			process.execPath,
			[preload, "--import", "tsx", join(import.meta.dirname, "../../src/cli/bin.ts"), "sandbox", "--port", "0"],
			{ env: { ...home.env, PATH: process.env["PATH"] ?? "" }, cwd: process.cwd() },
		);
		expect(code).toBe(1);
		expect(String(stderr).trim().split("\n")).toEqual([
			expect.stringMatching(/^Error: Unexpected failure .*nobody caught it .*bug in hub/),
		]);
	});
});
