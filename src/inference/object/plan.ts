import { isRecord, parseJson } from "../../base/json.ts";
import { InferenceClientInputError } from "../../errors.ts";
import type { ChatCompletionInputGrammarType } from "../io/chat.ts";
import { parsePartialJson } from "./partial-json.ts";
import {
	checkSchema,
	isStandardSchema,
	type JsonSchema,
	pointerOf,
	readJsonSchema,
	type StandardSchema,
} from "./reference.ts";
import { toStrictSchema } from "./strict-schema.ts";
import type { AnswerSchema } from "./types.ts";
import { cleanNulls, type SchemaProblem, validate } from "./validate.ts";
import { TooMuchWork, Work } from "./work.ts";

export type Reading = { value: unknown } | { problems: string };

/** A prepared schema: what is sent for it, and how answers are read. */
export interface ObjectPlan {
	/** The schema in the form that every provider takes, as a parameter of a chat. */
	format: ChatCompletionInputGrammarType;
	instructions: string;
	/** The schema that is sent, as JSON. */
	schema: string;
	/** Reads a whole answer and checks it against the whole schema. */
	read(answer: string): Promise<Reading>;
	/** Like `read`, without the checks of a Standard Schema. */
	readNow(answer: string): Reading;
	/** Reads the beginning of an answer; undefined if there is no value yet. */
	readPartial(answer: string): unknown;
}

/**
 * Prepares a schema for sending.
 * @throws InputError if it is not a schema, or a Standard Schema without a JSON schema
 */
export function planObject(schema: AnswerSchema): ObjectPlan {
	const { standard, whole } = readSchema(schema, "an answer");
	const inner = toStrictSchema(whole);
	const isObject = inner.schema["type"] === "object";
	// Providers accept only objects; any other value becomes a member of one.
	const member = inner.schema["type"] === "array" ? "items" : "value";
	const sent = isObject ? inner.schema : wrap(inner.schema, member);
	const unwrap = (value: unknown): unknown => (isObject || !isRecord(value) ? value : value[member]);
	const readNow = (answer: string): Reading => {
		const json = readJson(answer);
		if (json === undefined) return { problems: "it is not JSON." };
		return withinLimits((work) => {
			// A model without a schema may answer with the bare value.
			const isBare =
				!isObject &&
				validate(sent, json, sent, work).length > 0 &&
				validate(inner.schema, json, sent, work).length === 0;
			const value = cleanNulls(whole, isBare ? json : unwrap(json), whole, work);
			return standard?.["~standard"].validate ? { value } : check(whole, value, work);
		});
	};
	const text = JSON.stringify(sent);
	return {
		format: { type: "json_schema", json_schema: { name: "answer", schema: sent, strict: inner.isStrict } },
		instructions: `Answer with one JSON value that follows this JSON schema, and with nothing else, not even a Markdown fence:\n${text}`,
		read: async (answer) => {
			const reading = readNow(answer);
			return "value" in reading && standard ? checkStandard(standard, reading) : reading;
		},
		readNow,
		schema: text,
		readPartial: (answer) => unwrap(parsePartialJson(answer)),
	};
}

/** As `planObject`, for a tool's arguments, whose schema is sent as it is. */
export function planArguments(schema: AnswerSchema): Pick<ObjectPlan, "read"> & { schema: JsonSchema } {
	const { standard, whole } = readSchema(schema, "a tool");
	const read = async (text: string): Promise<Reading> => {
		// Models leave out the arguments of a tool that needs none.
		const json = text.trim() === "" ? {} : readJson(text);
		if (json === undefined) return { problems: "they are not JSON." };
		const reading = withinLimits((work) => {
			const value = cleanNulls(whole, json, whole, work);
			return standard?.["~standard"].validate ? { value } : check(whole, value, work);
		});
		return "value" in reading && standard?.["~standard"].validate ? checkStandard(standard, reading) : reading;
	};
	return { schema: whole, read };
}

function readSchema(schema: AnswerSchema, owner: string): { standard: StandardSchema | undefined; whole: JsonSchema } {
	const standard = isStandardSchema(schema) ? schema : undefined;
	const whole: unknown = standard ? readJsonSchema(standard) : schema;
	if (!isRecord(whole)) throw new InferenceClientInputError(`The schema of ${owner} must be a JSON schema: an object.`);
	checkSchema(whole);
	return { standard, whole };
}

function wrap({ $defs, ...schema }: Record<string, unknown>, member: string): Record<string, unknown> {
	return {
		type: "object",
		properties: { [member]: schema },
		required: [member],
		additionalProperties: false,
		...($defs === undefined ? {} : { $defs }),
	};
}

function withinLimits(read: (work: Work) => Reading): Reading {
	try {
		return read(new Work());
	} catch (error) {
		if (!(error instanceof TooMuchWork)) throw error;
		return { problems: `it cannot be checked: ${error.message}.` };
	}
}

function check(schema: JsonSchema, value: unknown, work: Work): Reading {
	const problems = validate(schema, value, schema, work);
	return problems.length === 0 ? { value } : { problems: describe(problems) };
}

async function checkStandard(schema: StandardSchema, reading: { value: unknown }): Promise<Reading> {
	const result = (await schema["~standard"].validate?.(reading.value)) ?? reading;
	if (!("issues" in result) || result.issues === undefined) return { value: result.value };
	return { problems: describe(result.issues.map((issue) => ({ path: pointerOf(issue), message: issue.message }))) };
}

/** Maximum problems to report; more would not help a model. */
const MAX_LISTED = 10;

function describe(problems: readonly SchemaProblem[]): string {
	const listed = problems.slice(0, MAX_LISTED).map(({ path, message }) => `${path || "the answer"}: ${message}`);
	const rest = problems.length > MAX_LISTED ? `; and ${problems.length - MAX_LISTED} more` : "";
	return `${listed.join("; ")}${rest}.`;
}

/**
 * Returns the JSON value in an answer: the whole answer, the content of its only Markdown fence, or the part from its
 * first bracket to its last. Thoughts in `<think>` are ignored. Undefined if there is none.
 */
export function readJson(answer: string): unknown {
	const text = answer.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim();
	const whole = parseJson(text);
	if (whole !== undefined) return whole;
	const fenced = contentOfFence(text);
	const inFence = fenced === undefined ? undefined : parseJson(fenced);
	if (inFence !== undefined) return inFence;
	const [start, end] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
	return start >= 0 && end > start ? parseJson(text.slice(start, end + 1)) : undefined;
}

/** The text between the first two lines of backticks. By lines, in one pass: the length of the answer is up to the service. */
function contentOfFence(text: string): string | undefined {
	const lines = text.split("\n");
	const opening = lines.findIndex((line) => /```(?:json)?$/i.test(line.trimEnd()));
	if (opening === -1) return undefined;
	const length = lines.slice(opening + 1).findIndex((line) => line.trimStart().startsWith("```"));
	return length === -1 ? undefined : lines.slice(opening + 1, opening + 1 + length).join("\n");
}
