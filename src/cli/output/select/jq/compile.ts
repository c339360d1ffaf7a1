import { CLOSURE_FUNCTIONS } from "./closure-functions.ts";
import { evaluate } from "./evaluate.ts";
import { LIST_FUNCTIONS, MATH_FUNCTIONS } from "./list-functions.ts";
import { type Names, parse, parseDefinition } from "./parse.ts";
import { PRELUDE } from "./prelude.ts";
import type { Library, Scope } from "./scope.ts";
import type { Definition } from "./syntax.ts";
import { TEXT_FUNCTIONS } from "./text-functions.ts";
import { TIME_FUNCTIONS } from "./time-functions.ts";
import type { Json, ValueFunction } from "./values.ts";

const VALUE_FUNCTIONS: ReadonlyMap<string, ValueFunction> = new Map(
	[LIST_FUNCTIONS, MATH_FUNCTIONS, TEXT_FUNCTIONS, TIME_FUNCTIONS].flatMap((table) => Object.entries(table)),
);

/** Name and number of parameters of a definition → its text. */
const SOURCES: ReadonlyMap<string, string> = new Map(
	PRELUDE.map((source) => {
		const [, name = "", params] = /^def (\w+)(?:\(([^)]*)\))?:/.exec(source) ?? [];
		return [`${name}/${params === undefined ? 0 : params.split(";").length}`, source];
	}),
);

const definitions = new Map<string, Definition>();

const NAMES: Names = {
	hasFunction: (key) => VALUE_FUNCTIONS.has(key) || CLOSURE_FUNCTIONS.has(key) || SOURCES.has(key),
	explain: explainMissing,
};

const LIBRARY: Library = {
	values: VALUE_FUNCTIONS,
	closures: CLOSURE_FUNCTIONS,
	define: (key) => {
		const known = definitions.get(key);
		const source = SOURCES.get(key);
		if (known || source === undefined) return known;
		const definition = parseDefinition(source, NAMES);
		definitions.set(key, definition);
		return definition;
	},
};

const SCOPE: Scope = { variables: undefined, functions: undefined, library: LIBRARY };

/** The functions that expressions may use, as name and number of arguments. */
export const FUNCTIONS: readonly string[] = [...VALUE_FUNCTIONS.keys(), ...CLOSURE_FUNCTIONS.keys(), ...SOURCES.keys()]
	.filter((key) => !key.startsWith("_"))
	.sort();

/**
 * Compiles a jq expression.
 * @returns a generator function of the results for a value; it throws a `JqError` if the expression fails
 * @throws JqSyntaxError if it is invalid
 */
export function compileJq(expression: string): (value: Json) => Iterable<Json> {
	const node = parse(expression, NAMES);
	return function* (value) {
		for (const result of evaluate(node, { value, path: undefined }, SCOPE)) yield result.value;
	};
}

/** Features of jq that `--jq` lacks, with the reason. */
const MISSING: Readonly<Record<string, string>> = {
	env: "env is not available: the environment contains keys, which hub never prints",
	$ENV: "$ENV is not available: the environment contains keys, which hub never prints",
	import: "modules (import, include) are not available",
	include: "modules (import, include) are not available",
	debug: "debug is not available: only results are printed",
	stderr: "stderr is not available: only results are printed",
	halt: "halt is not available: use empty or error",
	halt_error: "halt_error is not available: use error",
	input_filename: "input_filename is not available: the JSON comes from the command",
	input_line_number: "input_line_number is not available: the JSON comes from the command",
	localtime: "localtime is not available: times are in UTC, see gmtime",
	strflocaltime: "strflocaltime is not available: times are in UTC, see strftime",
	limit: "limit takes a number and an expression: limit(3; .[])",
	splits: 'splits takes a regular expression: splits(", *")',
	modulemeta: "modules (import, include) are not available",
};

/** Explains why a name is not defined; undefined if there is no explanation. */
function explainMissing(name: string): string | undefined {
	return Object.hasOwn(MISSING, name) ? MISSING[name] : undefined;
}
