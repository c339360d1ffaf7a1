import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import * as libraries from "../../src/cli/commands/libraries/command.ts";
import * as tasks from "../../src/cli/commands/tasks/command.ts";
import { createContext } from "../../src/cli/context.ts";
import { finishCommand } from "../../src/cli/options/define-command.ts";

const context = createContext({
	stdin: Readable.from([]),
	stdout: { write: () => true },
	stderr: { write: () => true },
	env: {},
	cwd: "/",
	signal: new AbortController().signal,
});

/** What the absence of `--no-input` is read as. */
const UNASKED = { input: true, pager: true };

describe("hub tasks", () => {
	it.each<[string[], string | undefined, object]>([
		[[], undefined, {}],
		[["t2i"], "t2i", {}],
		[["--modality", "cv", "--provider=fal-ai"], undefined, { modality: "cv", provider: "fal-ai" }],
		[["--search", "two words", "--quiet"], undefined, { search: "two words", quiet: true }],
		[["chat", "--format", "ndjson"], "chat", { format: "ndjson" }],
		[["--library", "timm", "--json"], undefined, { library: "timm", json: true }],
		[["--", "--json"], "--json", {}],
	])("%j", async (argv, name, options) => {
		let seen: unknown[] = [];
		const command = tasks.createCommand(context).action((...given) => {
			seen = given.slice(0, 2);
		});
		await finishCommand(command, context).parseAsync(argv, { from: "user" });
		expect(seen).toEqual([name, { ...UNASKED, ...options }]);
	});
});

describe("hub libraries", () => {
	it.each<[string[], string | undefined, object]>([
		[[], undefined, {}],
		[["timm", "--json"], "timm", { json: true }],
		[["--task", "chat", "--snippets"], undefined, { task: "chat", snippets: true }],
		[["--search=a b", "--format", "table"], undefined, { search: "a b", format: "table" }],
	])("%j", async (argv, key, options) => {
		let seen: unknown[] = [];
		const command = libraries.createCommand(context).action((...given) => {
			seen = given.slice(0, 2);
		});
		await finishCommand(command, context).parseAsync(argv, { from: "user" });
		expect(seen).toEqual([key, { ...UNASKED, ...options }]);
	});
});
