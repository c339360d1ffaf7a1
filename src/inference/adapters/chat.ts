import { hasFields, isNumber } from "../../base/check-fields.ts";
import { isRecord } from "../../base/json.ts";
import { countAnswers, orderAnswers } from "../delta.ts";
import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Call, TaskAdapter } from "../types.ts";
import { isString, malformed } from "./shape.ts";

const isCompletion = hasFields({
	choices: Array.isArray,
	created: isNumber,
	id: isString,
	model: isString,
	system_fingerprint: (value) => value == null || isString(value),
	usage: (value) => value === null || isRecord(value),
});

interface ChatOptions {
	route?: string;
	payload?: (call: Call) => object;
	/** Returns the members that send a JSON schema to a service with its own format. */
	withSchema?: (format: SchemaFormat) => object;
}

/** A `response_format` that requests an answer by a JSON schema. */
interface SchemaFormat {
	type: "json_schema";
	json_schema: Record<string, unknown>;
}

export function chat({
	route = "v1/chat/completions",
	withSchema,
	payload = withSchema ? (call) => schemaPayload(call, withSchema) : chatPayload,
}: ChatOptions = {}): TaskAdapter<ChatCompletionOutput> {
	return {
		route: () => route,
		payload,
		parse: ({ call, data }) => {
			if (!isCompletion(data)) throw malformed("Expected ChatCompletionOutput", data);
			return orderAnswers(data as ChatCompletionOutput, countAnswers(call.args));
		},
	};
}

/** The model comes first, so that a gateway can route a large body before it has read the messages. */
function chatPayload({ args, model }: Call): object {
	return Object.assign({ model }, args);
}

function schemaPayload(call: Call, withSchema: (format: SchemaFormat) => object): object {
	const format = call.args["response_format"];
	const isSchema = isRecord(format) && format["type"] === "json_schema" && isRecord(format["json_schema"]);
	return { ...chatPayload(call), ...(isSchema ? withSchema(format as unknown as SchemaFormat) : {}) };
}
