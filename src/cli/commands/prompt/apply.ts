import { resolve } from "node:path";
import { omitUndefined } from "../../../base/json.ts";
import { Template, UndefinedError, undeclaredVariables, untrustedLimits } from "../../../template/index.ts";
import type { TargetOptions } from "../../call-target/target.ts";
import { expandHome } from "../../config/folders.ts";
import { readConfig } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { invalidFile, noInput, noTerminal, unknownName } from "../../errors/usage.ts";
import type { InferInput } from "../../input/args.ts";
import { readAttachments } from "../../input/attachments.ts";
import type { Preset } from "../../input/conversation.ts";
import { decodeFile, STDIN } from "../../input/file.ts";
import { isImageWord } from "../../input/media.ts";
import { readParameters } from "../../input/parameters.ts";
import { runTemplate } from "../../input/run-template.ts";
import { readPipedStdin, readStdin } from "../../input/stdin.ts";
import { readWords } from "../../input/text.ts";
import { connect, networkOptions } from "../../network/connect.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import { question } from "../../terminal/question.ts";
import { findPrompt, MAX_PROMPT_BYTES, parsePrompt, readPromptFile, type SavedPrompt } from "./store.ts";

/**
 * Merges a saved prompt into a command line, whose own options override it. The template is rendered with the variables of
 * `--var` and with `input`: piped text and words. If the template does not use `input`, it is put in front.
 */
export async function applyPrompt<Options extends TargetOptions & InferInput & { var?: string[] }>(
	name: string,
	words: readonly string[],
	options: Options,
	context: Context,
): Promise<{ words: readonly string[]; options: Options }> {
	const { system, prompt, model, task, parameters, schema } = await loadPrompt(name, options, context);
	const preset: Preset = { system, parameters };
	const own = omitUndefined({ model, task, schema: schema && JSON.stringify(schema) });
	const common = { ...options, ...own, ...omitUndefined(options) };
	const variables = await readParameters(options.var, undefined, context, "--var");
	if (prompt === undefined) {
		const [unused] = Object.keys(variables);
		if (unused !== undefined) throw unknownName(`The prompt ${name} has no variable "${unused}".`);
		return { words, options: { ...common, preset } };
	}
	const pictures = words.filter((word) => isImageWord(word, context));
	const texts = words.filter((word) => !pictures.includes(word));
	const wanted = runTemplate(name, () => undeclaredVariables(prompt));
	const unused = Object.keys(variables).find((variable) => !wanted.includes(variable));
	if (unused !== undefined) {
		const known = wanted.length > 0 ? `Variables: ${wanted.join(", ")}.` : undefined;
		throw unknownName(`The prompt ${name} has no variable "${unused}".`, known);
	}
	const takesInput = wanted.includes("input");
	const needsInput = takesInput && options.file === undefined;
	const input = await readInput(texts, needsInput, context);
	if (needsInput && input === undefined) {
		throw noInput(`The prompt ${name} needs an input.`, 'Pipe it in, or give it as an argument ("…").');
	}
	const values = { ...variables, input: input ?? "" };
	const rendered = runTemplate(name, () => {
		try {
			return new Template(prompt, { limits: untrustedLimits, undefined: "strict" }).render(values);
		} catch (error) {
			// A variable may be left out if the template has a default for it.
			const missing = wanted.filter((variable) => !Object.hasOwn(values, variable));
			if (!(error instanceof UndefinedError) || missing.length === 0) throw error;
			const flags = missing.map((variable) => `--var ${variable}=…`).join(" ");
			throw noInput(`The prompt ${name} needs ${missing.join(" and ")}.`, `Give: ${flags}`);
		}
	});
	const text = takesInput || input === undefined ? rendered : `${input}\n\n${rendered}`;
	const image = [...(options.image ?? []), ...pictures];
	return {
		words: [],
		options: { ...common, preset: { ...preset, prompt: text }, ...(image.length > 0 ? { image } : {}) },
	};
}

/** Piped text, then the words. Waits for a silent pipe only if nothing else can be the input. */
async function readInput(words: readonly string[], isNeeded: boolean, context: Context): Promise<string | undefined> {
	const isAwaited = words.includes("-") || (isNeeded && words.length === 0 && !context.stdin.isTTY);
	const piped = isAwaited && context.flags.stdin !== false ? await readStdin(context) : await readPipedStdin(context);
	const prompt = (await readWords(words, context)).filter((word) => word !== "-").join(" ");
	const texts = [piped ? (await decodeFile(piped, STDIN, context)).replace(/\r?\n$/, "") : "", prompt].filter(
		(text) => text.trim() !== "",
	);
	return texts.length > 0 ? texts.join("\n\n") : undefined;
}

/** Reads the prompt that `-T` names: a saved one, a file or, after asking, a URL. */
async function loadPrompt(word: string, options: GlobalOptions, context: Context): Promise<SavedPrompt> {
	if (/^https?:\/\//i.test(word)) return await parsePrompt(await fetchPrompt(word, options, context), word);
	const isPath = /[/\\]|\.ya?ml$/i.test(word);
	const path = isPath ? resolve(context.cwd, expandHome(word, context.env)) : findPrompt(context.env, word);
	return await parsePrompt(await readPromptFile(path, word, context), word);
}

/** A prompt from the web is fetched only after the user agreed. */
async function fetchPrompt(url: string, options: GlobalOptions, context: Context): Promise<string> {
	if (!context.isInteractive) {
		throw noTerminal(
			"A prompt from a URL needs a terminal: hub asks before it uses one.",
			"Download the file, review it, and use it with -T ./FILE.yaml.",
		);
	}
	if (!URL.canParse(url)) throw invalidFile(`${JSON.stringify(url)} is not a URL.`);
	const { host } = new URL(url);
	const { askQuestions } = await import("../../prompts/fill-in.tsx");
	const text = String(question`Use the prompt from ${host}?`);
	const asked = [{ text, example: "y to fetch and use it, n to cancel" }];
	const [answer = ""] = await askQuestions(question`The saved prompt ${url}`, asked, context);
	if (!/^y(es)?$/i.test(answer.trim())) throw noInput("The prompt was not used.");
	const limits = { ...context.flags, maxInput: MAX_PROMPT_BYTES };
	const bounded = Object.create(context, { flags: { value: limits } }) as Context;
	const open = async () => (await connect(networkOptions(options), bounded, readConfig(context))).fetch;
	const [file] = await readAttachments([url], open, bounded);
	if (file?.kind === "text") return file.text;
	throw invalidFile(`${url} is not a saved prompt.`, "Expected a YAML file.");
}
