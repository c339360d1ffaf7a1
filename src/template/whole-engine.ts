import { joinTables, lazyTable } from "./builtins/builtin.ts";
import { FLOAT_METHODS, furtherValueFilters, INTEGER_METHODS, parseInteger } from "./builtins/full-numbers.ts";
import { furtherGlobals, readPairs } from "./builtins/further-globals.ts";
import { GLOBALS } from "./builtins/globals.ts";
import { furtherSequenceFilters } from "./builtins/grouping-filters.ts";
import { htmlFilters, tojsonWith } from "./builtins/html-filters.ts";
import { layoutFilters } from "./builtins/layout-filters.ts";
import { exactCases } from "./builtins/letter-case.ts";
import { DICT_METHODS, LIST_METHODS, SEQUENCE_METHODS, textMethods } from "./builtins/methods.ts";
import { formatPercent } from "./builtins/printf.ts";
import { formatDate } from "./builtins/strftime.ts";
import { FILTERS, FURTHER_TESTS, TESTS } from "./builtins/tables.ts";
import { furtherTextMethods, matchesAt } from "./builtins/text-methods.ts";
import { BlockTable, compileComposition, isDerived, runComposed } from "./compile/composition.ts";
import { compileChain, compilePlace, compileRecursive, isConstant } from "./compile/further.ts";
import type { Engine } from "./engine.ts";
import { hiddenAttribute } from "./hidden-attribute.ts";
import { withHost } from "./host-functions.ts";
import { loadUnits } from "./loader.ts";
import { reference, referenceWording } from "./reference.ts";
import { findSpans } from "./render-async.ts";
import type { Runtime } from "./runtime.ts";
import { parseComposition } from "./syntax/composition-parser.ts";
import { makeGrammar, readName, readNumber, unescapeAll } from "./syntax/dialect.ts";
import type { BuiltinTable } from "./values/callable.ts";
import { isMapping } from "./values/dict.ts";
import { isFloat, isNumeric, isText, Range, Tuple, type Value } from "./values/value.ts";

const FURTHER_FILTERS = lazyTable(() => ({
	...layoutFilters(),
	...htmlFilters(),
	...furtherValueFilters(),
	...furtherSequenceFilters(),
}));
const TEXT_METHODS = lazyTable(() => ({ ...textMethods(), ...furtherTextMethods() }));

function methodsOf(value: Value): BuiltinTable<Runtime> | undefined {
	if (isText(value)) return TEXT_METHODS;
	if (Array.isArray(value)) return LIST_METHODS;
	if (value instanceof Tuple || value instanceof Range) return SEQUENCE_METHODS;
	if (isMapping(value)) return DICT_METHODS;
	if (isFloat(value)) return FLOAT_METHODS;
	return isNumeric(value) ? INTEGER_METHODS : undefined;
}

const nothing = (): undefined => undefined;

/** The whole engine: all of Jinja2. */
export const WHOLE: Engine = {
	syntax: {
		grammarOf: makeGrammar,
		readName,
		readNumber,
		unescape: unescapeAll,
		readTag: parseComposition,
		explainTag: nothing,
		referenceWording: () => referenceWording,
	},
	compiler: {
		compileTag: compileComposition,
		compileChain,
		compileRecursive,
		compilePlace,
		isConstant,
		isDerived,
		runUnit: runComposed,
		blocksOf: (context) => new BlockTable(context),
	},
	library: {
		filters: joinTables(FILTERS, FURTHER_FILTERS),
		tests: joinTables(TESTS, FURTHER_TESTS),
		globals: new Map([...GLOBALS, ...furtherGlobals().map((callable) => [callable.name, callable] as const)]),
		methodsOf,
		hiddenAttribute,
		explainMissing: nothing,
		cases: exactCases,
		formatPercent,
		formatDate,
		readInteger: parseInteger,
		matchesAt,
		readPairs,
	},
	settings: { reference: () => reference, tojson: tojsonWith, withHost },
	loadUnits,
	findSpans,
};
