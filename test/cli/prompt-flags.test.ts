import { describe, expect, it } from "vitest";
import { PROMPT_VALUE_FLAGS } from "../../src/cli/commands/infer/prompt-flags.ts";
import { readPrefixed } from "../../src/cli/config/settings.ts";
import { splitCommandLine } from "../../src/cli/options/command-line.ts";
import { findMeantName } from "../../src/cli/options/meant-name.ts";

it.each(["toString", "constructor", "__proto__"])("%s is neither an alias nor a stored server", (name) => {
	const stored = { path: "", "alias.fast": "infer -p fastest" };
	expect(readPrefixed("alias.", stored)).toEqual({ fast: "infer -p fastest" });
	expect(readPrefixed("alias.", stored)[name]).toBeUndefined();
});

describe("a command line without a command", () => {
	it.each([
		[["-p", "sandbox", "hello"], "hello", ["-p", "sandbox", "hello"]],
		[["-p", "sandbox", "infer", "hello"], "infer", ["-p", "sandbox", "infer", "hello"]],
		[["-psandbox", "hello"], "hello", ["-psandbox", "hello"]],
		[["--provider=sandbox", "hello"], "hello", ["--provider=sandbox", "hello"]],
		[["-cp", "sandbox", "hello"], "hello", ["-cp", "sandbox", "hello"]],
		[["-c", "shorter", "please"], "shorter", ["-c", "shorter", "please"]],
		[["--timeout", "3", "why", "--json"], "why", ["--timeout", "3", "why", "--json"]],
		[["--", "--why"], undefined, ["--", "--why"]],
		[["-", "why"], "-", ["-", "why"]],
	])("%j: the first word is %j", (argv, command, words) => {
		expect(splitCommandLine(argv, PROMPT_VALUE_FLAGS)).toMatchObject({ command, words });
	});
});

describe("a first word that is not a command", () => {
	const names = ["infer", "chat", "tasks", "whoami", "logs", "models", "template", "config", "help", "serve"];
	it.each([
		["infr", "infer"],
		["chta", "chat"],
		["hcat", "chat"],
		["Chats", "chat"],
		["log", "logs"],
		["model", "models"],
		["conf", "config"],
		["hepl", "help"],
		["what", undefined],
		["that", undefined],
		["who", undefined],
		["why", undefined],
		["hello", undefined],
		["explain", undefined],
		["translate", undefined],
		["write", undefined],
	])("%s: a near miss of %s", (word, expected) => {
		expect(findMeantName(word, names)).toBe(expected);
	});
});
