import {
	type Args,
	type CallTask,
	type FileValue,
	type FormField,
	type FormValues,
	fileOf,
	messageOf,
	textOf,
} from "../../call-task.ts";
import { FormError, fieldsOf } from "./fields.ts";
import { readParameters } from "./parameters.ts";

/** File of a field → its value in the arguments, such as a `Blob` or a name. */
type ReadFile = (value: FileValue) => unknown;

/**
 * Returns the library's arguments for the values of a form.
 *
 * @param task facts of the task, see `describe-task.ts`
 * @param values texts by the name of the field; a file is `{sample: name}` or `{file: File}`
 * @param readFile file of a field → its value in the arguments, such as a `Blob` or a name
 * @throws FormError when a field is empty or cannot be read
 */
export function toArgs(task: CallTask, values: FormValues, readFile: ReadFile): Args {
	const read: Args = Object.fromEntries(
		fieldsOf(task).map((field) => [field.name, readField(field, values, readFile)]),
	);
	const parameters = readParameters(task.parameters, values.parameters);
	if (read["labels"]) parameters["candidate_labels"] = read["labels"];
	const withParameters = (inputs: unknown, more: Args = {}) => {
		const all = { ...more, ...parameters };
		return Object.keys(all).length > 0 ? { inputs, parameters: all } : { inputs };
	};
	switch (task.input) {
		case "messages":
			return { messages: toMessages(read, textOf(values["system"])), ...parameters };
		case "texts":
			return { inputs: read["text"], ...parameters };
		case "text":
			return withParameters(read["text"]);
		case "image":
		case "audio":
			return withParameters(read["file"]);
		case "image-question":
		case "document-question":
			return withParameters({ image: read["file"], question: read["question"] });
		case "image-prompt":
		case "prompt-image":
			return withParameters(read["file"], { prompt: read["prompt"] });
		default:
			return withParameters(read);
	}
}

function toMessages({ text, file }: Args, system: string): Args[] {
	const content = file
		? [
				{ type: "text", text },
				{ type: "image_url", image_url: { url: file } },
			]
		: text;
	return [...(system ? [{ role: "system", content: system }] : []), { role: "user", content }];
}

function readField({ name, label, kind }: FormField, values: FormValues, readFile: ReadFile): unknown {
	const value = values[name];
	if (kind === "image" || kind === "audio") {
		const file = fileOf(value);
		if (file?.sample || file?.file) return readFile(file);
		throw new FormError(`${label}: choose a file.`);
	}
	if (typeof value !== "string" || value.trim() === "")
		throw new FormError(`${label.split(/[,(]/)[0]?.trim()} is empty.`);
	if (kind === "lines") return split(value, "\n");
	if (kind === "list") return split(value, ",");
	if (kind === "json") return readJson(label.split(" (")[0] ?? label, value);
	return value;
}

function split(text: string, separator: string): string[] {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== "");
}

function readJson(label: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new FormError(`${label} is not JSON: ${messageOf(error)}`);
	}
}
