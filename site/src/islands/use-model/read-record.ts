/** Records of models: pasted, or from Hugging Face. */
import { messageOf } from "../../call-task.ts";
import type { ModelRecord } from "../../page.ts";

const FIELDS = [
	...["pipeline_tag", "library_name", "tags", "mask_token", "widgetData", "transformersInfo", "cardData", "config"],
	...["inference", "inferenceProviderMapping", "gguf", "siblings"],
];

const ID = /^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/;

/**
 * Reads a pasted record.
 * @throws Error that says what is wrong
 */
export function parseRecord(text: string): ModelRecord {
	let record: unknown;
	try {
		record = JSON.parse(text);
	} catch (error) {
		throw new Error(`The model record is not JSON: ${messageOf(error)}`);
	}
	if (record === null || typeof record !== "object" || Array.isArray(record)) {
		throw new Error("The model record must be a JSON object, as hub models ID --json prints it.");
	}
	if (!isRecord(record)) throw new Error('The model record has no "id".');
	return record;
}

/** Whether a value has the one field every record needs; the code for it checks the others. */
export function isRecord(value: unknown): value is ModelRecord {
	return (
		value !== null && typeof value === "object" && "id" in value && typeof value.id === "string" && value.id !== ""
	);
}

/**
 * Asks Hugging Face for the record of a model.
 * @throws Error with a message for users
 */
export async function fetchRecord(id: string): Promise<ModelRecord> {
	if (!ID.test(id)) throw new Error(`"${id}" is not the id of a model. Ids look like org/name.`);
	const query = FIELDS.map((field) => `expand[]=${field}`).join("&");
	let response: Response;
	try {
		response = await fetch(`https://huggingface.co/api/models/${id}?${query}`);
	} catch {
		throw new Error(
			"Hugging Face cannot be reached. Choose a sample, or paste a record: hub models ID --json prints one.",
		);
	}
	if (response.status === 404 || response.status === 401) {
		throw new Error(`Hugging Face has no model ${id}, or it is private. Check the id, or paste its record.`);
	}
	if (!response.ok) throw new Error(`Hugging Face returned status ${response.status}. Try again later.`);
	return parseRecord(await response.text());
}
