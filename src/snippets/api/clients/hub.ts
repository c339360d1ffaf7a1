import { outputFacts } from "../../../catalogue/kinds.ts";
import { quoteShell } from "../../quote.ts";
import type { Plan } from "../plan.ts";
import { printJson } from "../print.ts";
import { FileInput, isMembers, type Members, type Value } from "../values.ts";

/** Words of a command line: its flags, and the input at its end. */
interface Words {
	flags: string[];
	input: string[];
}

export function writeHub(plan: Plan): string {
	const { args, billTo, endpointUrl, model, output, provider, task, form, token, wire } = plan;
	const { savedAs } = outputFacts(output);
	const isDirect = "variable" in token && token.variable.endsWith("_API_KEY");
	const { flags, input } = form.startsWith("conversational") ? describeChat(args) : describeInput(plan);
	const secret = "literal" in token ? `HF_TOKEN=${quoteShell(token.literal)} ` : "";
	const words = [
		`${secret}hub infer -t ${task === "conversational" ? "chat" : task}`,
		`-m ${quoteShell(model)}`,
		...(endpointUrl ? [`--endpoint ${quoteShell(endpointUrl)}`] : provider === "auto" ? [] : [`-p ${provider}`]),
		...(endpointUrl && wire ? [`--wire ${wire}`] : []),
		...(endpointUrl && "variable" in token ? [`--token "$${token.variable}"`] : []),
		...(isDirect ? ["--direct"] : []),
		...(billTo === undefined ? [] : [`--bill-to ${quoteShell(billTo)}`]),
		...(form === "conversationalStream" ? ["--stream"] : []),
		...(savedAs === null ? [] : [`-o ${savedAs}`]),
		...flags,
	];
	return [...words, ...input].join(" \\\n\t");
}

function describeInput({ args: { inputs = "", parameters = {}, ...others }, form }: Plan): Words {
	if (form === "tabular" || form === "tableQuestionAnswering" || Array.isArray(inputs)) {
		const body = { inputs, ...(Object.keys(parameters).length > 0 ? { parameters } : {}) };
		return { flags: [], input: [`--input - <<'JSON'\n${printJson(body)}\nJSON`] };
	}
	const { candidate_labels: labels, prompt, ...more } = { ...others, ...parameters };
	const flags = [
		...(Array.isArray(labels) ? [`--labels ${quoteShell(labels.join(","))}`] : []),
		...writeParameters(more),
	];
	const words = typeof prompt === "string" ? [inputs, prompt] : [inputs];
	if (!isMembers(inputs)) return { flags, input: words.map(writeWord) };
	const { question, context, image, source_sentence: source, sentences } = inputs;
	if (source !== undefined) {
		const compared = Array.isArray(sentences) ? sentences : [];
		const each = compared.map((sentence) => `--sentence ${writeWord(sentence)}`);
		return { flags: [...flags, `--source ${writeWord(source)}`], input: each };
	}
	return {
		flags: [...flags, ...(context === undefined ? [] : [`--context ${writeWord(context)}`])],
		input: [image, question].filter((value) => value !== undefined).map(writeWord),
	};
}

/** A chat of one question, with a system prompt or an image, is words of the command; any other is read as JSON. */
function describeChat({ messages, ...others }: Members): Words {
	const flags = writeParameters(others);
	const all = Array.isArray(messages) ? messages.filter((message) => isMembers(message)) : [];
	const [first, second, ...rest] = all;
	const system = first?.["role"] === "system" && typeof first["content"] === "string" ? first["content"] : undefined;
	const user = system === undefined ? first : second;
	const isOne = rest.length === 0 && (system === undefined) === (second === undefined) && user?.["role"] === "user";
	const parts = readContent(user?.["content"]);
	if (!isOne || !parts) return { flags, input: [`--messages - <<'JSON'\n${printJson(messages ?? [])}\nJSON`] };
	const systemFlag = system === undefined ? [] : [`--system ${quoteShell(escapeAt(system))}`];
	const images = parts.images.map((url) => `--image ${quoteShell(url)}`);
	return { flags: [...systemFlag, ...images, ...flags], input: [writeWord(parts.text)] };
}

/** The text and the images of a message; undefined if it has other parts. */
function readContent(content: Value | undefined): { text: string; images: string[] } | undefined {
	if (typeof content === "string") return { text: content, images: [] };
	if (!Array.isArray(content)) return undefined;
	const parts = content.filter((part) => isMembers(part));
	const images = parts.flatMap(({ image_url: image }) =>
		isMembers(image) && typeof image["url"] === "string" ? [image["url"]] : [],
	);
	const [text, ...others] = parts.flatMap(({ text }) => (typeof text === "string" ? [text] : []));
	if (text === undefined || others.length > 0 || images.length + 1 !== content.length) return undefined;
	return { text, images };
}

function writeParameters(parameters: Members): string[] {
	return Object.entries(parameters).map(([name, value]) => {
		const text = typeof value === "string" && !isJson(value) && !value.startsWith("@") ? value : JSON.stringify(value);
		return `--param ${quoteShell(`${name}=${text}`)}`;
	});
}

/** Whether a text would be read as a number, a list …: as anything but text. */
const isJson = (text: string): boolean => /^\s*(?:[[{"]|-?\d|(?:true|false|null)\s*$)/.test(text);

function writeWord(value: Value): string {
	if (value instanceof FileInput) return quoteShell(value.name);
	const text = typeof value === "string" ? escapeAt(value) : JSON.stringify(value);
	return quoteShell(text.startsWith("-") ? `\\${text}` : text);
}

/** Text that begins with `@` would be read as the name of a file. */
function escapeAt(text: string): string {
	return text.startsWith("@") ? `\\${text}` : text;
}
