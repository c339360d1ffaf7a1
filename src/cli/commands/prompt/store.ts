import { readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { closestWord } from "../../../catalogue/closest-word.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { readBounded, TooLarge } from "../../files/read-bounded.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { decodeText } from "../../input/file.ts";
import { LARGEST_PROMPT } from "./file.ts";

const EXTENSION = ".yaml";

/** Returns the folder of saved prompts, one file each. */
function promptFolder(env: Context["env"]): string {
	return join(hubFolder("config", env), "prompts");
}

/** Returns the file of a name, whether it exists or not. */
export function promptPath(env: Context["env"], name: string): string {
	return join(promptFolder(env), name + EXTENSION);
}

/** The names of the saved prompts, in their order. */
export function listPrompts(env: Context["env"]): string[] {
	try {
		const files = readdirSync(promptFolder(env)).filter((file) => file.endsWith(EXTENSION) && !file.startsWith("."));
		return files.map((file) => file.slice(0, -EXTENSION.length)).sort();
	} catch {
		return [];
	}
}

/** @throws UsageError for a name that cannot be a file name */
export function checkPromptName(name: string): string {
	if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,59}$/u.test(name)) return name;
	throw new UsageError(`A prompt cannot be named "${name}".`, "Use letters, digits and hyphens.", "option-value");
}

/** @throws UsageError if there is no such prompt */
export function findPrompt(env: Context["env"], name: string): string {
	const names = listPrompts(env);
	if (names.includes(name)) return promptPath(env, name);
	const guess = closestWord(name, names);
	throw new UsageError(
		`Unknown prompt "${name}".`,
		guess ? `Did you mean ${guess}?` : "hub prompt list prints all; hub prompt save NAME creates one.",
		"unknown-name",
	);
}

/** Returns the text of a file with a prompt. */
export async function readPromptFile(path: string, shown: string, { signal }: Context): Promise<string> {
	try {
		return decodeText(await readBounded(path, LARGEST_PROMPT, signal), shown);
	} catch (error) {
		if (!(error instanceof TooLarge)) throw error;
		throw new UsageError(`The prompt ${shown} cannot be used: it is larger than 1 MB.`, undefined, "invalid-file");
	}
}

export function writePrompt(env: Context["env"], name: string, text: string): void {
	replacePrivateFile(promptPath(env, name), text);
}

export function removePrompt(env: Context["env"], name: string): void {
	unlinkSync(findPrompt(env, name));
}
