import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isRecord, omitUndefined } from "../../../base/json.ts";
import { parseDefaultModel } from "../../config/default-models.ts";
import { hubFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { invalidFile, unknownWord, wrongValue } from "../../errors/usage.ts";
import { readBounded, TooLarge } from "../../files/read-bounded.ts";
import { replacePrivateFile } from "../../files/replace-file.ts";
import { decodeText } from "../../input/file.ts";
import { findSamplingFault, SAMPLING_PARAMETERS } from "../../options/sampling.ts";
import { checkTask } from "../../options/task.ts";

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
	throw wrongValue(`A prompt cannot be named "${name}".`, "Use letters, digits and hyphens.");
}

/** @throws UsageError if there is no such prompt */
export function findPrompt(env: Context["env"], name: string): string {
	const names = listPrompts(env);
	if (names.includes(name)) return promptPath(env, name);
	throw unknownWord("prompt", name, names, "hub prompt list prints all; hub prompt save NAME creates one.");
}

export async function readPromptFile(path: string, shown: string, { signal }: Context): Promise<string> {
	try {
		return decodeText(await readBounded(path, MAX_PROMPT_BYTES, signal), shown);
	} catch (error) {
		if (!(error instanceof TooLarge)) throw error;
		throw invalidFile(`The prompt ${shown} cannot be used: it is larger than 1 MB.`);
	}
}

export function writePrompt(env: Context["env"], name: string, text: string): void {
	replacePrivateFile(promptPath(env, name), text);
}

/** A saved prompt. Its values are literal: no file is read for them. */
export interface SavedPrompt {
	system?: string;
	/** A Jinja template; `{{ input }}` is the piped text. */
	prompt?: string;
	/** `ORG/NAME`, or `ORG/NAME:PROVIDER`. */
	model?: string;
	/** Id or short name. */
	task?: string;
	/** Generation parameters by their names in requests, such as `max_tokens`. */
	parameters?: Record<string, unknown>;
	schema?: Record<string, unknown>;
}

/** Bytes of the largest file of a prompt. */
export const MAX_PROMPT_BYTES = 1_000_000;

/** Parameters that a file may set. Only the user sets the rest of a request, since the file may come from the web. */
const PARAMETERS: ReadonlySet<string> = new Set([
	...SAMPLING_PARAMETERS.flatMap(({ field, fieldOfGeneration }) => [field, fieldOfGeneration]),
	..."min_new_tokens max_length min_length top_k min_p typical_p do_sample num_beams reasoning_effort".split(" "),
	..."frequency_penalty presence_penalty repetition_penalty num_inference_steps guidance_scale".split(" "),
	..."negative_prompt width height num_frames src_lang tgt_lang candidate_labels".split(" "),
]);

const KEYS = ["system", "prompt", "model", "task", "parameters", "schema"] as const;

/** Reads the YAML of a saved prompt. Generation parameters may also be next to the other keys. */
export async function parsePrompt(text: string, name: string): Promise<SavedPrompt> {
	const { parseYaml } = await import("../../input/yaml.ts");
	const value = parseYaml(text, ({ reason, place = "", detail }) =>
		fail(name, detail ? `${reason}: ${detail}` : reason + place),
	);
	if (!isRecord(value)) fail(name, "it has no keys", `Write keys such as ${KEYS.join(", ")}.`);
	const saved: SavedPrompt = {};
	const parameters: [string, unknown][] = [];
	for (const [key, member] of Object.entries(value)) {
		if (PARAMETERS.has(key)) parameters.push([key, member]);
		else if (key === "parameters")
			parameters.push(...Object.entries(isRecord(member) ? member : fail(name, "parameters has no keys")));
		else if (key === "schema") saved.schema = isRecord(member) ? member : fail(name, "schema is not a JSON schema");
		else if (key === "system" || key === "prompt" || key === "model" || key === "task") {
			saved[key] = typeof member === "string" ? member : fail(name, `${key} is not a string`);
		} else {
			const hint = `Keys: ${KEYS.join(", ")}, and generation parameters such as temperature.`;
			fail(name, `it must not contain "${key}"`, hint);
		}
	}
	for (const [key, member] of parameters) checkParameter(key, member, name);
	if (parameters.length > 0) saved.parameters = Object.fromEntries(parameters);
	if (saved.task !== undefined) checkTask(saved.task);
	if (saved.model !== undefined) parseDefaultModel(`${name}: model`, saved.model);
	return saved;
}

export async function formatPrompt(saved: SavedPrompt): Promise<string> {
	const { stringify } = await import("../../input/yaml.ts");
	const { system, prompt, model, task, parameters, schema } = saved;
	return stringify(omitUndefined({ system, prompt, model, task, parameters, schema }), { lineWidth: 0 });
}

function checkParameter(key: string, value: unknown, name: string): void {
	if (!PARAMETERS.has(key)) {
		fail(name, `"${key}" is not a generation parameter`, `Generation parameters: ${[...PARAMETERS].join(", ")}.`);
	}
	const isPlain = (item: unknown): boolean => ["string", "number", "boolean"].includes(typeof item);
	const isInRange = typeof value !== "number" || Number.isFinite(value);
	if (!isInRange || !(isPlain(value) || (Array.isArray(value) && value.every(isPlain)))) {
		fail(name, `${key} must be a number, a string, true or false, or a list of these`);
	}
	const fault = findSamplingFault(key, value);
	if (fault !== undefined) fail(name, `${key} has the wrong value`, fault);
}

function fail(name: string, what: string, hint?: string): never {
	throw invalidFile(`The prompt ${name} cannot be used: ${what}.`, hint);
}
