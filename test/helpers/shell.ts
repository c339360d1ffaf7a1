import { type RunIn, type RunResult, runHub, type Stdin } from "./in-process.ts";

/** A stage of a pipeline: `hub` with its words and redirections, or anything else, which bash runs. */
type Stage =
	| { kind: "hub"; argv: string[]; env: Record<string, string>; stdin?: string; stdout?: string; joined: boolean }
	| { kind: "bash"; text: string };

const STRICT = "set -o pipefail; ";

interface Pipeline {
	stages: Stage[];
	/** What stands before it: `&&` runs it after a success only. */
	joint: "&&" | ";";
	/** Whether it fails with any of its stages: `set -o pipefail`. */
	isStrict: boolean;
}

/** Runs a text in bash with something on its standard input; the third of the ways to run a stage. */
export type RunBash = (text: string, stdin: Stdin) => Promise<RunResult>;

/**
 * Reads a line of bash as pipelines of `hub` and other programs.
 * @returns undefined where the line needs bash itself: variables, substitutions and unusual redirections around `hub`
 */
export function parseLine(line: string): Pipeline[] | undefined {
	const pipelines: Pipeline[] = [];
	let joint: Pipeline["joint"] = ";";
	const isStrict = line.startsWith(STRICT);
	const plain = isStrict ? line.slice(STRICT.length) : line;
	if (split(plain, ["||"]).length > 1) return undefined;
	for (const { text, operator } of split(plain, ["&&", ";"])) {
		const stages: Stage[] = [];
		for (const part of split(text, ["|"])) {
			const stage = parseStage(part.text.trim());
			if (!stage) return undefined;
			stages.push(stage);
		}
		pipelines.push({ stages, joint, isStrict });
		joint = operator === "&&" ? "&&" : ";";
	}
	// What bash alone runs may set variables or change the folder for what follows.
	const isPlain = pipelines.every(({ stages }) => stages.some(({ kind }) => kind === "hub"));
	const isHarmless = pipelines.every(({ stages }) =>
		stages.every(
			(stage) =>
				stage.kind === "hub" ||
				!/^(cd|export|set|ulimit|exec|trap|read|while|for|if|\(|\{|umask|\w+=|.*PIPESTATUS)/.test(stage.text),
		),
	);
	return (isPlain || pipelines.some(({ stages }) => stages[0]?.kind === "hub")) && isHarmless ? pipelines : undefined;
}

/** Reads a line that is a single `hub` with words and variables; undefined for any other. */
export function readCommand(line: string): { argv: string[]; env: Record<string, string> } | undefined {
	const [first, ...others] = parseLine(line) ?? [];
	const [stage, ...stages] = first?.stages ?? [];
	if (stage?.kind !== "hub" || others.length > 0 || stages.length > 0) return undefined;
	const { stdin, stdout, joined, ...command } = stage;
	return stdin === undefined && stdout === undefined && !joined ? command : undefined;
}

/** Runs what `parseLine` read. */
export async function runPipelines(
	pipelines: readonly Pipeline[],
	options: RunIn & { bash: RunBash },
): Promise<RunResult> {
	const results: RunResult[] = [];
	for (const { stages, joint, isStrict } of pipelines) {
		if (joint === "&&" && results.at(-1)?.code !== 0 && results.length > 0) continue;
		results.push(await runPipeline(stages, isStrict, options));
	}
	return {
		stdout: Buffer.concat(results.map(({ stdout }) => stdout)),
		stderr: Buffer.concat(results.map(({ stderr }) => stderr)),
		all: Buffer.concat(results.map(({ all }) => all)),
		code: results.at(-1)?.code ?? 0,
	};
}

async function runPipeline(
	stages: readonly Stage[],
	isStrict: boolean,
	{ bash, ...options }: Parameters<typeof runPipelines>[1],
): Promise<RunResult> {
	let input = options.stdin;
	let failure = 0;
	const errors: Buffer[] = [];
	let last: RunResult | undefined;
	// Neighbors that are not hub stay one line of bash.
	for (let index = 0; index < stages.length; index++) {
		const stage = stages[index] as Stage;
		if (stage.kind === "hub")
			last = await runStage(stage, {
				...options,
				stdin: input,
				// Only the end of the pipeline is the terminal.
				columns: index === stages.length - 1 && stage.stdout === undefined ? options.columns : undefined,
			});
		else {
			const texts = [stage.text];
			while (stages[index + 1]?.kind === "bash") texts.push((stages[++index] as { text: string }).text);
			last = await bash(texts.join(" | "), input);
		}
		errors.push(last.stderr);
		failure = last.code || failure;
		input = { kind: "pipe", bytes: last.stdout };
	}
	if (!last) throw new Error("An empty pipeline");
	return { ...last, stderr: Buffer.concat(errors), code: isStrict ? failure : last.code };
}

async function runStage(
	stage: Extract<Stage, { kind: "hub" }>,
	{ cwd, env, stdin, columns }: RunIn,
): Promise<RunResult> {
	const result = await runHub(stage.argv, {
		cwd,
		columns,
		env: { ...env, ...stage.env },
		stdin:
			stage.stdin === undefined
				? stdin
				: stage.stdin === "/dev/null"
					? { kind: "none" }
					: { kind: "file", path: stage.stdin },
	});
	const nothing = Buffer.alloc(0);
	const merged = stage.joined ? { ...result, stdout: result.all, stderr: nothing } : result;
	if (stage.stdout === undefined) return merged;
	const { writeFileSync } = await import("node:fs");
	const { join } = await import("node:path");
	if (stage.stdout !== "/dev/null") writeFileSync(join(cwd, stage.stdout), merged.stdout);
	return { ...merged, stdout: nothing };
}

/** Splits at operators that stand outside quotes. */
function split(line: string, operators: readonly string[]): { text: string; operator: string }[] {
	const parts: { text: string; operator: string }[] = [];
	let start = 0;
	let quote = "";
	for (let index = 0; index < line.length; index++) {
		const character = line[index] ?? "";
		if (character === "\\" && quote !== "'") index++;
		else if (quote) quote = character === quote ? "" : quote;
		else if (character === "'" || character === '"') quote = character;
		else {
			const operator = operators.find((candidate) => line.startsWith(candidate, index));
			// `||` is another operator than `|`, and `&` alone needs bash.
			if (!operator || (operator === "|" && (line[index + 1] === "|" || line[index - 1] === "|"))) continue;
			parts.push({ text: line.slice(start, index), operator });
			index += operator.length - 1;
			start = index + 1;
		}
	}
	return [...parts, { text: line.slice(start), operator: "" }];
}

function parseStage(text: string): Stage | undefined {
	if (!/(^|[\s;(|&`])hub(\s|$)/.test(text)) return { kind: "bash", text };
	const env: Record<string, string> = {};
	let rest = text;
	for (let match = /^(\w+)=([^\s'"$`\\]*)\s+/.exec(rest); match; match = /^(\w+)=([^\s'"$`\\]*)\s+/.exec(rest)) {
		env[match[1] ?? ""] = match[2] ?? "";
		rest = rest.slice(match[0].length);
	}
	// Settings of Node, and paths that are relative to the folder of a process.
	if (
		Object.entries(env).some(
			([name, value]) => name === "NODE_OPTIONS" || (/^[^/]/.test(value) && /(DIR|PATH|FILE)$/.test(name)),
		)
	)
		return undefined;
	if (!/^hub(\s|$)/.test(rest)) return undefined;
	const words = readWords(rest.slice(3));
	if (!words) return undefined;
	const stage: Stage = { kind: "hub", argv: [], env, joined: false };
	for (let index = 0; index < words.length; index++) {
		const { text: word, isPlain } = words[index] as { text: string; isPlain: boolean };
		const next = words[index + 1]?.text;
		if (!isPlain || !/[<>&]/.test(word)) stage.argv.push(word);
		else if (word === "2>&1") stage.joined = true;
		else if (word === "<" && next !== undefined) {
			stage.stdin = next;
			index++;
		} else if (word === ">" && next !== undefined && (next === "/dev/null" || !next.startsWith("/dev/"))) {
			stage.stdout = next;
			index++;
		} else return undefined;
	}
	// Bash would join them before the file; seldom enough to leave it to bash.
	return stage.joined && stage.stdout !== undefined ? undefined : stage;
}

/** Words as bash makes them; undefined where bash would expand something. */
function readWords(text: string): { text: string; isPlain: boolean }[] | undefined {
	const words: { text: string; isPlain: boolean }[] = [];
	let word: string | undefined;
	let isPlain = true;
	const end = (): void => {
		if (word !== undefined) words.push({ text: word, isPlain });
		word = undefined;
		isPlain = true;
	};
	for (let index = 0; index < text.length; index++) {
		const character = text[index] ?? "";
		if (/\s/.test(character)) end();
		else if (character === "'") {
			const close = text.indexOf("'", index + 1);
			if (close === -1) return undefined;
			word = (word ?? "") + text.slice(index + 1, close);
			isPlain = false;
			index = close;
		} else if (character === '"') {
			isPlain = false;
			word ??= "";
			for (index++; text[index] !== '"'; index++) {
				const inner = text[index];
				if (inner === undefined || inner === "$" || inner === "`") return undefined;
				if (inner === "\\" && /["\\$`]/.test(text[index + 1] ?? "")) index++;
				word += text[index];
			}
		} else if (character === "\\") {
			isPlain = false;
			word = (word ?? "") + (text[++index] ?? "");
		} else if (/[$`*?()#!~[\]{}]/.test(character) && !isSafe(character, word)) return undefined;
		else word = (word ?? "") + character;
	}
	end();
	return words;
}

/** Characters that mean something to bash only in some places. */
function isSafe(character: string, word: string | undefined): boolean {
	if (character === "#" || character === "~") return word !== undefined;
	if (character === "{" || character === "}") return false;
	return character === "!";
}
