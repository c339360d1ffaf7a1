import type { InputKind } from "../../../../src/catalogue/kinds.ts";
import { ANY_MODEL, type Args, type CallTask, type ShownCall } from "../../call-task.ts";
import { FileRef } from "./file-ref.ts";

/** Kind of file → the name it is saved under. */
const SAVED_AS: Record<string, string> = {
	image: "image.png",
	video: "video.mp4",
	audio: "audio.wav",
	speech: "speech.wav",
	recordings: "audio.wav",
};

const LINE_LENGTH = 56;

/** Members of arguments that the command adds itself. */
const OWN = new Set(["stream_options"]);

/**
 * Returns a call as a command line of `hub`.
 * Where no model of the provider is known, the sandbox is called as a provider of its own.
 * @param call `task` (facts), `args` with `FileRef`s in place of files, `provider`, `model`, `sandbox`
 */
export function writeCommand({ task, args, provider, model, sandbox }: ShownCall): string {
	const { words, flags } = describeInput(task, args);
	const isComplete = !sandbox || worksWithoutSandbox({ provider, model });
	const parts = [
		"hub infer",
		...(isComplete && sandbox ? ["--sandbox"] : []),
		`-t ${task.task === "conversational" ? "chat" : task.task}`,
		...(isComplete ? writeTarget(provider, model || (provider === "auto" ? undefined : ANY_MODEL)) : ["-p sandbox"]),
		...(SAVED_AS[task.output] ? [`-o ${SAVED_AS[task.output]}`] : []),
		...flags,
		...(words.some((word) => word.startsWith("-")) ? ["--"] : []),
		...words.map(quote),
	];
	return wrap(parts);
}

/** Whether the command of a call on the sandbox also calls its provider, once `--sandbox` is left out. */
export function worksWithoutSandbox({ provider, model }: Pick<ShownCall, "provider" | "model">): boolean {
	return provider === "auto" || Boolean(model);
}

/** Options that name provider and model. */
export function writeTarget(provider: string, model: string | undefined): string[] {
	return [...(provider === "auto" ? [] : [`-p ${provider}`]), ...(model ? [`-m ${quote(model)}`] : [])];
}

/** Joins parts with spaces; long commands are split into lines that end with a backslash. */
function wrap(parts: readonly string[]): string {
	const lines: string[] = [];
	for (const part of parts) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + part.split("\n", 1).join().length < LINE_LENGTH)
			lines.push(`${lines.pop()} ${part}`);
		else lines.push(part);
	}
	return lines.join(" \\\n  ");
}

/** Words of a command line: texts, and files. */
type Word = string | FileRef;

function describeInput(task: CallTask, args: Args): { words: string[]; flags: string[] } {
	const { inputs, messages, ...flat } = args;
	const parameters = args["parameters"] as Args | undefined;
	Reflect.deleteProperty(flat, "parameters");
	if (task.input === "table" || task.input === "table-question") {
		const json = JSON.stringify({ inputs, ...(parameters ? { parameters } : {}) }, null, 2);
		return { words: [], flags: [`--input - <<'EOF'\n${json}\nEOF`] };
	}
	const { candidate_labels: labels, prompt, ...others } = { ...flat, ...parameters };
	const flags = [
		...(labels ? [`--labels ${quote((labels as string[]).join(","))}`] : []),
		...Object.entries(others)
			.filter(([name]) => !OWN.has(name))
			.map(([name, value]) => `--param ${quote(`${name}=${writeValue(value)}`)}`),
	];
	const { words, more = [] } = readInputs(task.input, { inputs, messages, prompt } as Inputs);
	return {
		words: words.map((word) => (word instanceof FileRef ? nameOf(word) : escapeAt(word))),
		flags: [...more, ...flags],
	};
}

/** A message of a chat, its images as files. */
interface ShownMessage {
	role: string;
	content: string | ({ type: "text"; text: string } | { type: "image_url"; image_url: { url: FileRef } })[];
}

interface Inputs {
	inputs: Record<string, string> & Word & { image: FileRef; sentences: string[] };
	messages: ShownMessage[];
	prompt: string;
}

function readInputs(kind: InputKind, { inputs, messages, prompt }: Inputs): { words: Word[]; more?: string[] } {
	switch (kind) {
		case "messages": {
			const system = messages.find(({ role }) => role === "system")?.content;
			const content = messages.at(-1)?.content ?? "";
			const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
			const text = parts.find((part) => part.type === "text")?.text ?? "";
			const images = parts.filter((part) => part.type === "image_url");
			return {
				words: [text],
				more: [
					...(typeof system === "string" ? [`--system ${quote(escapeAt(system))}`] : []),
					...images.map(({ image_url: { url } }) => `--image ${quote(nameOf(url))}`),
				],
			};
		}
		case "question":
			return { words: [inputs["question"] ?? ""], more: [`--context ${quote(escapeAt(inputs["context"] ?? ""))}`] };
		case "sentences":
			return {
				words: [],
				more: [
					`--source ${quote(escapeAt(inputs["source_sentence"] ?? ""))}`,
					...inputs.sentences.map((sentence) => `--sentence ${quote(sentence)}`),
				],
			};
		case "image-question":
		case "document-question":
			return { words: [inputs.image, inputs["question"] ?? ""] };
		case "image-prompt":
		case "prompt-image":
			return { words: [inputs, prompt] };
		default:
			return { words: [inputs] };
	}
}

function nameOf({ name, isSample }: FileRef): string {
	return isSample ? `sample:${name}` : name;
}

/** Text that begins with `@` would be read as the name of a file. */
function escapeAt(text: string): string {
	return text.startsWith("@") ? `\\${text}` : text;
}

/** Values that are valid JSON are read as JSON. */
function writeValue(value: unknown): string {
	if (typeof value !== "string") return JSON.stringify(value);
	try {
		JSON.parse(value);
		return JSON.stringify(value);
	} catch {
		return value.startsWith("@") ? JSON.stringify(value) : value;
	}
}

/** Quotes a word for a shell. */
export function quote(word: string): string {
	if (/^[\w@%+=:,./-]+$/.test(word)) return word;
	return /[`$"\\!]/.test(word) || !word.includes("'") ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
