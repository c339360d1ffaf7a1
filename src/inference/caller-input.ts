import { ANSWER_COUNTS } from "../base/answer-counts.ts";
import { isRecord } from "../base/json.ts";
import { memoize } from "../base/memoize.ts";
import { INPUT_KINDS } from "../catalogue/kinds.ts";
import { SIGNATURES } from "../catalogue/signatures.ts";
import type { Args, BaseArgs, CallOptions, InferenceTask } from "./types.ts";

/**
 * What a caller's input may set: the inputs of a task, and parameters of the model. A caller's input is data instead of
 * options that the user typed: rows of a batch, bodies of a gateway, arguments of tools, files of parameters, prompts, logs.
 *
 * A name that is neither a member of the task's input nor in the tables below is a parameter of the model if it is written
 * like one (`min_p`, `chat_template_kwargs`): models have parameters that no list contains. The names in the tables decide
 * where a call goes, with which key and at what price, or replace its body; they are never taken from data.
 */

/** What happens to a name. Ignoring a `refused` one would change the meaning of the request. */
type Verdict = "refused" | "left out" | "parameter";

/** The library's arguments and options besides those of tasks. A new one does not compile without its row. */
const LIBRARY = {
	// The whole body of the request.
	data: "refused",
	headers: "refused",
	fetch: "refused",
	billTo: "refused",
	// Clients of Hugging Face send some of these in their bodies.
	accessToken: "left out",
	endpointUrl: "left out",
	hubUrl: "left out",
	routerUrl: "left out",
	model: "left out",
	provider: "left out",
	chatCompletion: "left out",
	firstTokenTimeout: "left out",
	includeCredentials: "left out",
	limits: "left out",
	maxRetries: "left out",
	onNotice: "left out",
	onResponse: "left out",
	outputType: "left out",
	retry_on_error: "left out",
	signal: "left out",
	storeFile: "left out",
	wait: "left out",
	wire: "left out",
	// Services have parameters with these names, and the library reads its options apart from arguments.
	cache: "parameter",
	deadline: "parameter",
	task: "parameter",
	timeout: "parameter",
} as const satisfies Record<keyof BaseArgs | keyof CallOptions | "data", Verdict>;

/** Names by which services and proxies choose other models, hosts, keys, receivers or prices. */
const SERVICES: readonly string[] = [
	..."models model_name model_id fallbacks fallback_models context_window_fallbacks route router routing".split(" "),
	..."providers provider_options custom_llm_provider service_tier mock_response".split(" "),
	..."api_base api_key api_type api_version base_url access_token authorization proxy proxies".split(" "),
	..."extra_body extra_headers extra_query default_headers default_query default_query_params".split(" "),
	..."webhook webhook_url webhook_events_filter callback callback_url callbacks success_callback".split(" "),
];

/** Letter case and separators do not matter: `endpoint_url` is `endpointUrl`. */
function toKey(name: string): string {
	return name.replace(/[^a-z0-9]/gi, "").toLowerCase();
}

const VERDICTS: ReadonlyMap<string, Verdict> = new Map([
	...SERVICES.map((name) => [toKey(name), "left out"] as const),
	...Object.entries(LIBRARY).map(([name, verdict]) => [toKey(name), verdict] as const),
]);

const ALL_MEMBERS: ReadonlySet<string> = new Set(Object.values(INPUT_KINDS).flatMap(({ members }) => [...members]));

/** Parameters with the same meaning; services read different ones. */
const SYNONYMS: readonly (readonly string[])[] = [
	["max_tokens", "max_completion_tokens", "max_new_tokens", "max_output_tokens", "max_length"],
	ANSWER_COUNTS,
];

/** Returns what data cannot set where a call sets these parameters itself: their other names, and whether its answer streams. */
export function decidedBy(names: readonly string[]): ReadonlySet<string> {
	const others = SYNONYMS.filter((group) => group.some((name) => names.includes(name))).flat();
	// A parameter of the same name is replaced in its place.
	return new Set([...others.filter((name) => !names.includes(name)), "stream", "stream_options"]);
}

const PARAMETER = /^[a-z][\w-]{0,63}$/i;
const PROTOTYPE: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Returns what happens to a name that is not a member of the input. Rows repeat their names. */
const judgeName = memoize((name): Verdict => {
	if (PROTOTYPE.has(name)) return "refused";
	if (!PARAMETER.test(name) || Object.hasOwn(Object.prototype, name) || ALL_MEMBERS.has(name)) return "left out";
	return VERDICTS.get(toKey(name)) ?? "parameter";
});

/** A caller's input, and the names that were not taken from it. */
export interface CallerInput<Fields = Record<string, unknown>> {
	fields: Fields;
	leftOut: readonly string[];
	/** Those of `leftOut` that would change the meaning of the request. */
	refused: readonly string[];
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Returns the fields of a caller's input that it may set.
 * @param own fields that the caller of this function reads itself, such as the model of a gateway's request; they are kept
 * @param decided fields that the call decides itself, as `decidedBy` lists them; they are left out
 */
export function readCallerFields(
	given: Readonly<Record<string, unknown>>,
	own: readonly string[],
	decided: ReadonlySet<string> = NOTHING,
): CallerInput {
	const fields: Record<string, unknown> = {};
	const leftOut: string[] = [];
	const refused: string[] = [];
	for (const name of Object.keys(given)) {
		const value = given[name];
		const isOwn = own.includes(name);
		const verdict = isOwn ? "parameter" : judgeName(name);
		if (isOwn && name === "parameters" && isRecord(value)) {
			const inner = readCallerFields(value, [], decided);
			fields[name] = inner.leftOut.length === 0 ? value : inner.fields;
			for (const one of inner.leftOut) leftOut.push(`parameters.${one}`);
			for (const one of inner.refused) refused.push(`parameters.${one}`);
		} else if (verdict === "parameter" && !decided.has(name)) fields[name] = value;
		else {
			leftOut.push(verdict === "parameter" ? `${name} (the call decides it)` : name);
			if (verdict === "refused") refused.push(name);
		}
	}
	return { fields, leftOut, refused };
}

/** Returns the arguments of a task that a caller's input may set. @param decided see `readCallerFields` */
export function readCallerInput(
	task: InferenceTask,
	given: Readonly<Record<string, unknown>>,
	decided?: ReadonlySet<string>,
): CallerInput<Args> {
	return readCallerFields(given, INPUT_KINDS[SIGNATURES[task].input].members, decided);
}

const MAX_LISTED = 12;
const MAX_NAME = 64;

/** Lists external names for a header or a terminal: printable, truncated, and not too many. */
export function listNames(names: readonly string[]): string {
	const listed = [...new Set(names)].map((name) => name.slice(0, MAX_NAME).replace(/[^ -~]/g, "?"));
	const more = listed.length - MAX_LISTED;
	return `${listed.slice(0, MAX_LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Describes which names were not taken from a caller's input; undefined if all were. */
export function describeLeftOut(where: string, names: readonly string[]): string | undefined {
	if (names.length === 0) return undefined;
	return `Left out of ${where}: ${listNames(names)}. Datasets inputs and parameters of the model, nothing else.`;
}
