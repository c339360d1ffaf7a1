import { writeDate } from "./builtins/dates.ts";
import { GLOBALS } from "./builtins/globals.ts";
import { DICT_METHODS, TEXT_METHODS } from "./builtins/methods.ts";
import { FILTERS, TESTS } from "./builtins/tables.ts";
import { plainCases } from "./builtins/text-operations.ts";
import { runAlone } from "./compile/frame.ts";
import type { Engine } from "./engine.ts";
import { lacking } from "./lacking.ts";
import { plainGrammar, readPlainName, readPlainNumber, unescapePlain } from "./syntax/plain-syntax.ts";
import { isMapping } from "./values/dict.ts";
import { isText } from "./values/value.ts";

/** The globals that only the whole engine has. */
export const FURTHER_GLOBALS: readonly string[] = ["cycler", "dict", "joiner", "lipsum"];

const nothing = (): undefined => undefined;
const never = (): boolean => false;
const reference = lacking('compat: "reference"');
const explain = (kind: string, name: string): string =>
	`no ${kind} '${name}' in this engine: "modelhub/jinja" has all of Jinja2's`;

/** The lean engine: what chat templates use, with all limits. */
export const CORE: Engine = {
	syntax: {
		grammarOf: plainGrammar,
		readName: readPlainName,
		readNumber: readPlainNumber,
		unescape: unescapePlain,
		readTag: nothing,
		explainTag: (name) => explain("tag", name),
		referenceWording: reference,
	},
	compiler: {
		compileTag: nothing,
		compileChain: lacking("a < b < c"),
		compileRecursive: lacking("a recursive loop"),
		compilePlace: lacking("passContext"),
		isConstant: never,
		isDerived: never,
		runUnit: runAlone,
		blocksOf: nothing,
	},
	library: {
		filters: FILTERS,
		tests: TESTS,
		globals: GLOBALS,
		methodsOf: (value) => (isText(value) ? TEXT_METHODS : isMapping(value) ? DICT_METHODS : undefined),
		hiddenAttribute: nothing,
		explainMissing: (kind, name) =>
			kind === "global" && !FURTHER_GLOBALS.includes(name) ? undefined : explain(kind, name),
		cases: plainCases,
		formatPercent: lacking("formatting with %"),
		formatDate: writeDate,
		readInteger: lacking("int of a base"),
		matchesAt: lacking("startswith at a position"),
		readPairs: lacking("namespace of a list"),
	},
	settings: {
		reference,
		tojson: lacking("html_tojson or policies"),
		withHost: lacking("the option filters or tests"),
	},
	loadUnits: nothing,
	findSpans: lacking("spans"),
};
