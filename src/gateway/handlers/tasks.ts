import { decodeDataUrl } from "../../base/base64.ts";
import { isRecord, MAX_JSON_LEVELS, parseJson } from "../../base/json.ts";
import { findTask, TASK_NAMES, validateTaskInput } from "../../catalogue/index.ts";
import { inputFacts } from "../../catalogue/kinds.ts";
import { SIGNATURES } from "../../catalogue/signatures.ts";
import type { Args, InferenceTask } from "../../inference/index.ts";
import { describeFile } from "../../inference/other-files.ts";
import { withCall } from "../call.ts";
import { GatewayError, invalid, suggest } from "../errors.ts";
import { type Incoming, readJson, unhandledFields, withForm, withType } from "../read-request.ts";
import type { Reply } from "../reply.ts";
import { answerJson, requestTask } from "./request-task.ts";

/** `POST /v1/tasks/{task}`: any task; the answer is what `hub infer --json` prints. */
export async function answerTask(incoming: Incoming): Promise<Reply> {
	const task = readTask(incoming.groups[0] ?? "");
	const isForm = /^multipart\//i.test(incoming.request.headers.get("content-type") ?? "");
	if (!isForm) return await answerFields(incoming, task, (await readJson(incoming)).fields);
	return await withForm(incoming, async (form, fields) => {
		await addFiles(fields, form);
		return await answerFields(incoming, task, fields);
	});
}

async function answerFields(incoming: Incoming, task: InferenceTask, fields: Record<string, unknown>): Promise<Reply> {
	const args: Args = unhandledFields(fields, "stream");
	refuseForeignFiles(task, args);
	// In a chat, images are passed on unchanged.
	const input = task === "conversational" ? args : (decodeFiles(args) as Args);
	await checkInput(task, input);
	const { model, provider } = fields;
	const wanted = { task, model, provider, text: JSON.stringify(fields, nameFile) };
	return await withCall(incoming, wanted, async (call) => {
		const answer = await requestTask(call, input, (output) => output);
		const { output } = answer;
		return answerJson(call, [answer], output instanceof Blob ? await describeFile(output) : output);
	});
}

/** Tasks that can be called. */
const CALLED = TASK_NAMES.filter((name) => name !== "other");

function readTask(word: string): InferenceTask {
	const task = findTask(word);
	if (task && task !== "other") return task === "image-text-to-text" ? "conversational" : task;
	throw new GatewayError(404, `Unknown task "${word}".${suggest(word, CALLED)}`, { code: "unknown_task" });
}

/** Puts the files of a form in place of the fields with their names. */
async function addFiles(fields: Record<string, unknown>, form: FormData): Promise<void> {
	for (const [name, value] of form) {
		if (typeof value === "string") {
			if (FILE_FIELDS.has(name)) throw invalid(`The field ${name} must be a file.`, name, "invalid_file");
			continue;
		}
		const key = FILE_FIELDS.has(name) ? "inputs" : name;
		// A file next to the other parts of an input, such as the question about an image: `inputs` stays text in forms.
		const text = fields[key];
		const before = name === "image" && typeof text === "string" ? parseJson(text, MAX_JSON_LEVELS) : undefined;
		const file = await withType(value);
		fields[key] = isRecord(before) ? { ...before, image: file } : file;
	}
}

const FILE_FIELDS: ReadonlySet<string> = new Set(["file", "image", "audio", "video"]);

/** File inputs must be data URLs or files of a form: hub does not read paths or URLs for clients. */
function refuseForeignFiles(task: InferenceTask, { inputs }: Args): void {
	const { file: place } = inputFacts(SIGNATURES[task].input);
	if (place === null) return;
	const file = place === "image" && isRecord(inputs) ? inputs["image"] : inputs;
	if (typeof file !== "string" || decodeDataUrl(file)) return;
	throw invalid("The input must be a data URL or a file of a form, not a path or a URL.", "inputs", "invalid_file");
}

function decodeFiles(value: unknown): unknown {
	if (typeof value === "string") return /^data:[^,]*;base64,/i.test(value) ? (decodeDataUrl(value) ?? value) : value;
	if (Array.isArray(value)) return value.map(decodeFiles);
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decodeFiles(item)]));
}

async function checkInput(task: InferenceTask, args: Args): Promise<void> {
	if (task === "conversational") {
		if (!Array.isArray(args["messages"])) throw invalid("messages must be a list of messages.", "messages");
		return;
	}
	const { input } = SIGNATURES[task];
	const canLack = input === "prompt-image" || input === "other";
	if (args.inputs === undefined && !canLack) throw invalid("The field inputs is missing.", "inputs", "missing_input");
	const { errors } = await validateTaskInput(task, args);
	const [first] = errors;
	if (first) throw invalid(errors.map(({ message }) => message).join(" "), first.path ?? null);
}

function nameFile(_name: string, value: unknown): unknown {
	return value instanceof Blob ? `[${value.type}, ${value.size} bytes]` : value;
}
