import { decodeBase64 } from "../../base/base64.ts";
import { isRecord, textOf } from "../../base/json.ts";
import { BodyFields, checkLength, parseObject, readBytes, type SandboxRequest } from "../body.ts";
import { ServiceFailure } from "../failure.ts";
import { LIMITS } from "../limits.ts";
import type { IncomingCall } from "../types.ts";

/** Answers the requests of a task. */
export type HfTask = (input: HfInput, incoming: IncomingCall) => Response | Promise<Response>;

/** A request to hf-inference. */
export interface HfInput {
	model: string;
	inputs: unknown;
	parameters: BodyFields;
	/** All members of the JSON body. */
	fields: BodyFields;
	/** The body as it came, unless it was JSON. */
	raw: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * Reads a request: JSON, or the bytes of an image or audio.
 * @throws ServiceFailure if it is neither
 */
export async function readHfInput(request: SandboxRequest, model: string): Promise<HfInput> {
	const type = request.headers.get("content-type") ?? "";
	const bytes = await readBytes(request);
	const looksLikeJson = bytes.find((byte) => byte > 0x20) === 0x7b;
	if (!type.includes("json") && !looksLikeJson) {
		if (bytes.length === 0) throw new ServiceFailure(400, "The body of the request is empty.");
		const none = new BodyFields({});
		return { model, inputs: undefined, parameters: none, fields: none, raw: bytes };
	}
	const fields = new BodyFields(parseObject(new TextDecoder().decode(bytes)));
	const inputs = findInputs(fields);
	if (inputs === undefined) throw new ServiceFailure(400, "Missing required field: `inputs`");
	return { model, inputs, parameters: new BodyFields(fields.object("parameters") ?? {}), fields, raw: undefined };
}

/**
 * Returns the input: `inputs`, or the members beside it that huggingface_hub sends: a question with an image
 * (`{ inputs, question, image }`, the image twice), or a table alone (`{ table }`).
 */
function findInputs(fields: BodyFields): unknown {
	const { inputs, question, image, table } = fields.all;
	if (typeof question === "string" && !isRecord(inputs) && (image ?? inputs))
		return { question, image: image ?? inputs };
	if (isRecord(table) && !isRecord(inputs)) return { data: table };
	return inputs ?? undefined;
}

/** @throws ServiceFailure if the input is not a text */
export function requireInputText({ inputs }: HfInput): string {
	if (typeof inputs === "string" && inputs !== "") {
		checkLength("inputs", [inputs], LIMITS.textCharacters);
		return inputs;
	}
	throw new ServiceFailure(400, "`inputs` must be a non-empty string.");
}

/** @throws ServiceFailure if the input is neither a text nor several */
export function requireInputTexts({ inputs }: HfInput): string[] {
	const texts: unknown[] = Array.isArray(inputs) ? inputs : [inputs];
	if (texts.length > LIMITS.texts) throw new ServiceFailure(400, `\`inputs\` takes at most ${LIMITS.texts} strings.`);
	if (texts.length > 0 && texts.every((text) => typeof text === "string")) {
		checkLength("inputs", texts, LIMITS.textCharacters);
		return texts;
	}
	throw new ServiceFailure(400, "`inputs` must be a string or a list of strings.");
}

/**
 * Returns the bytes of an image or audio: the body itself, or base64 in `inputs` or a member of it.
 * @throws ServiceFailure if there are none
 */
export function requireBytes(input: HfInput, value: unknown = input.inputs): Uint8Array<ArrayBuffer> {
	if (input.raw) return input.raw;
	const text = typeof value === "string" ? value.replace(/^data:[^,]*,/, "") : undefined;
	const bytes = text ? decodeBase64(text) : undefined;
	if (!bytes) throw new ServiceFailure(400, "`inputs` must be the file itself or its base64.");
	return bytes;
}

/**
 * Returns the labels to choose from: a list, or one text with commas.
 * @throws ServiceFailure if there are no labels, or too many
 */
export function requireLabels({ parameters }: HfInput): string[] {
	const given = parameters.get("candidate_labels");
	const labels = (Array.isArray(given) ? given : textOf(given).split(",")).map((label) => textOf(label).trim());
	if (labels.filter(Boolean).length === 0) {
		throw new ServiceFailure(400, "Error in `parameters.candidate_labels`: field required");
	}
	if (labels.length > LIMITS.labels) {
		throw new ServiceFailure(400, `\`parameters.candidate_labels\` takes at most ${LIMITS.labels} labels.`);
	}
	checkLength("parameters.candidate_labels", labels, LIMITS.textCharacters);
	return labels;
}
