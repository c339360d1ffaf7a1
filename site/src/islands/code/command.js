import { FileRef } from "./file-ref.js";

/** Kind of file → the name it is saved under. */
const SAVED_AS = {
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
 * @param call `task` (facts), `args` with `FileRef`s in place of files, `provider`, `model`, `sandbox`
 */
export function writeCommand({ task, args, provider, model, sandbox }) {
	const { words, flags } = describeInput(task, args);
	const parts = [
		"hub infer",
		...(sandbox ? ["--sandbox"] : []),
		`-t ${task.task === "conversational" ? "chat" : task.task}`,
		...(provider === "auto" ? [] : [`-p ${provider}`]),
		...(model ? [`-m ${quote(model)}`] : []),
		...(SAVED_AS[task.output] ? [`-o ${SAVED_AS[task.output]}`] : []),
		...flags,
		...(words.some((word) => word.startsWith("-")) ? ["--"] : []),
		...words.map(quote),
	];
	return wrap(parts);
}

/** Joins parts with spaces; long commands are split into lines that end with a backslash. */
function wrap(parts) {
	const lines = [];
	for (const part of parts) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + part.split("\n")[0].length < LINE_LENGTH)
			lines.push(`${lines.pop()} ${part}`);
		else lines.push(part);
	}
	return lines.join(" \\\n  ");
}

function describeInput(task, args) {
	const { inputs, parameters = {}, messages, ...flat } = args;
	if (task.input === "table" || task.input === "table-question") {
		const json = JSON.stringify({ inputs, ...(args.parameters ? { parameters } : {}) }, null, 2);
		return { words: [], flags: [`--input - <<'EOF'\n${json}\nEOF`] };
	}
	const { candidate_labels: labels, prompt, ...others } = { ...flat, ...parameters };
	const flags = [
		...(labels ? [`--labels ${quote(labels.join(","))}`] : []),
		...Object.entries(others)
			.filter(([name]) => !OWN.has(name))
			.map(([name, value]) => `--param ${quote(`${name}=${writeValue(value)}`)}`),
	];
	const { words, more = [] } = readInputs(task.input, { inputs, messages, prompt });
	return {
		words: words.map((word) => (word instanceof FileRef ? nameOf(word) : escapeAt(word))),
		flags: [...more, ...flags],
	};
}

function readInputs(kind, { inputs, messages, prompt }) {
	switch (kind) {
		case "messages": {
			const system = messages.find(({ role }) => role === "system")?.content;
			const { content } = messages.at(-1);
			const text = typeof content === "string" ? content : content.find(({ type }) => type === "text").text;
			const images = typeof content === "string" ? [] : content.filter(({ type }) => type === "image_url");
			return {
				words: [text],
				more: [
					...(system ? [`--system ${quote(escapeAt(system))}`] : []),
					...images.map(({ image_url: { url } }) => `--image ${quote(nameOf(url))}`),
				],
			};
		}
		case "question":
			return { words: [inputs.question], more: [`--context ${quote(escapeAt(inputs.context))}`] };
		case "sentences":
			return {
				words: [],
				more: [
					`--source ${quote(escapeAt(inputs.source_sentence))}`,
					...inputs.sentences.map((sentence) => `--sentence ${quote(sentence)}`),
				],
			};
		case "image-question":
		case "document-question":
			return { words: [inputs.image, inputs.question] };
		case "image-prompt":
		case "prompt-image":
			return { words: [inputs, prompt] };
		default:
			return { words: [inputs] };
	}
}

function nameOf({ name, isSample }) {
	return isSample ? `sample:${name}` : name;
}

/** Text that begins with `@` would be read as the name of a file. */
function escapeAt(text) {
	return text.startsWith("@") ? `\\${text}` : text;
}

/** Values that are valid JSON are read as JSON. */
function writeValue(value) {
	if (typeof value !== "string") return JSON.stringify(value);
	try {
		JSON.parse(value);
		return JSON.stringify(value);
	} catch {
		return value.startsWith("@") ? JSON.stringify(value) : value;
	}
}

/** Quotes a word for a shell. */
export function quote(word) {
	if (/^[\w@%+=:,./-]+$/.test(word)) return word;
	return /[`$"\\!]/.test(word) || !word.includes("'") ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
