import { FormError, fieldsOf } from "./fields.js";
import { readParameters } from "./parameters.js";

/**
 * Returns the library's arguments for the values of a form.
 *
 * @param task facts of the task, see `describe-task.js`
 * @param values texts by the name of the field; a file is `{sample: name}` or `{file: File}`
 * @param readFile file of a field → its value in the arguments, such as a `Blob` or a name
 * @throws FormError when a field is empty or cannot be read
 */
export function toArgs(task, values, readFile) {
	const read = Object.fromEntries(fieldsOf(task).map((field) => [field.name, readField(field, values, readFile)]));
	const parameters = readParameters(task.parameters, values.parameters);
	if (read.labels) parameters.candidate_labels = read.labels;
	const withParameters = (inputs, more = {}) => {
		const all = { ...more, ...parameters };
		return Object.keys(all).length > 0 ? { inputs, parameters: all } : { inputs };
	};
	switch (task.input) {
		case "messages":
			return { messages: toMessages(read, values.system), ...parameters };
		case "texts":
			return { inputs: read.text, ...parameters };
		case "text":
			return withParameters(read.text);
		case "image":
		case "audio":
			return withParameters(read.file);
		case "image-question":
		case "document-question":
			return withParameters({ image: read.file, question: read.question });
		case "image-prompt":
		case "prompt-image":
			return withParameters(read.file, { prompt: read.prompt });
		default:
			return withParameters(read);
	}
}

function toMessages({ text, file }, system) {
	const content = file
		? [
				{ type: "text", text },
				{ type: "image_url", image_url: { url: file } },
			]
		: text;
	return [...(system ? [{ role: "system", content: system }] : []), { role: "user", content }];
}

function readField({ name, label, kind }, values, readFile) {
	const value = values[name];
	if (kind === "image" || kind === "audio") {
		if (value?.sample || value?.file) return readFile(value);
		throw new FormError(`${label}: choose a file.`);
	}
	if (typeof value !== "string" || value.trim() === "")
		throw new FormError(`${label.split(/[,(]/)[0].trim()} is empty.`);
	if (kind === "lines") return split(value, "\n");
	if (kind === "list") return split(value, ",");
	if (kind === "json") return readJson(label.split(" (")[0], value);
	return value;
}

function split(text, separator) {
	return text
		.split(separator)
		.map((part) => part.trim())
		.filter((part) => part !== "");
}

function readJson(label, text) {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new FormError(`${label} is not JSON: ${error.message}`);
	}
}
