import { CONTEXT_OF, callValue, FULL_METHODS, isPrivate, UNSAFE } from "./access.ts";
import { define, integerOr, lazyTable, textOr } from "./builtins/builtin.ts";
import { FORMAT_DATE } from "./builtins/dates.ts";
import {
	floatMethods,
	fullValueFilters,
	integerMethods,
	parseInteger,
	replaceEscaped,
} from "./builtins/full-numbers.ts";
import { fullSequenceFilters } from "./builtins/grouping-filters.ts";
import { applyPolicies, htmlFilters, toHtmlJson } from "./builtins/html-filters.ts";
import { POLICIES } from "./builtins/json.ts";
import { layoutFilters } from "./builtins/layout-filters.ts";
import { exactCases } from "./builtins/letter-case.ts";
import { AFFIX_AT, coreTextMethods, listMethods, sequenceMethods } from "./builtins/methods.ts";
import { formatPercent } from "./builtins/printf.ts";
import { formatDate } from "./builtins/strftime.ts";
import { FORMAT_PERCENT, FULL_FILTERS, FULL_TESTS, fullTests, GLOBALS, HTML_TOJSON, PAIRS } from "./builtins/tables.ts";
import { fullTextMethods, matchesAt } from "./builtins/text-methods.ts";
import { CASES } from "./builtins/text-operations.ts";
import { INTEGER_BASE } from "./builtins/value-filters.ts";
import { KEYWORD_SPREAD, PLACE } from "./compile/calls.ts";
import { IS_DERIVED } from "./compile/compile.ts";
import { BlockTable, compileComposition, isDerived, runComposed } from "./compile/composition.ts";
import { CHAIN } from "./compile/expressions.ts";
import { RUN_COMPOSED, type Unit } from "./compile/frame.ts";
import {
	compileChain,
	compilePlace,
	compilePrint,
	compileRecursive,
	contextOf,
	countOutput,
	finalizer,
	isConstant,
	joinConstants,
	loopAttribute,
	macroAttribute,
	pullFrom,
	restOfLoop,
	spreadKeywords,
} from "./compile/further.ts";
import { FULL_LOOPS, LoopState } from "./compile/loops.ts";
import { MACRO_ATTRIBUTES } from "./compile/macros.ts";
import { BLOCKS, FOLDED } from "./compile/names.ts";
import { FULL_STATEMENTS, PRINTING } from "./compile/statements.ts";
import {
	compileNamed,
	FIND_SPANS,
	HOST_FUNCTIONS,
	type HostFunction,
	LOAD_UNITS,
	parseSource,
	REFERENCE,
	RENDER_IN_PIECES,
	type TemplateOptions,
	type Units,
} from "./engine.ts";
import { TemplateLimitError, TemplateRuntimeError } from "./errors.ts";
import { FORMAT_TAG } from "./format.ts";
import { MAX_VALUE_SIZE } from "./limits.ts";
import { createLoad } from "./loader.ts";
import { reference, referenceWording } from "./reference.ts";
import { findSpans, renderInPieces } from "./render-async.ts";
import { ESCAPING, type Runtime, type Settings } from "./runtime.ts";
import { formatComposition, parseComposition } from "./syntax/composition-parser.ts";
import { makeGrammar, readName, readNumber, unescapeAll } from "./syntax/dialect.ts";
import { DIALECT, ESCAPES } from "./syntax/grammar.ts";
import { RARE_TOKENS } from "./syntax/lexer.ts";
import { FULL_TAGS } from "./syntax/parser.ts";
import { WORDING } from "./syntax/source.ts";
import { type Builtin, type BuiltinTable, type Callable, callHost, type Keywords } from "./values/callable.ts";
import { isEqual, isTrue, VIEW_EQUALITY } from "./values/compare.ts";
import { Dict, DictView, entriesOf, HASH_TUPLE, hashKey, isMapping } from "./values/dict.ts";
import { type Bound, itemsOf, resolveSlice, SLICE_RANGE } from "./values/iterate.ts";
import { longNumbers } from "./values/long-arithmetic.ts";
import { longTexts } from "./values/long-text.ts";
import { charge } from "./values/meter.ts";
import { LONG_NUMBERS } from "./values/numbers.ts";
import { LONG_TEXTS } from "./values/search-text.ts";
import { REPR, toRepr } from "./values/text.ts";
import { DEBUG_TEXT, describeType, typeName, Undefined, type UndefinedOrigin } from "./values/undefined.ts";
import { isText, Namespace, Range, Safe, Special, type Tuple, textOf, type Value } from "./values/value.ts";

/** Adds to the core what only the full engine has. */
export function addAllParts(): void {
	FULL_FILTERS.add(
		lazyTable(() => ({ ...layoutFilters(), ...htmlFilters(), ...fullValueFilters(), ...fullSequenceFilters() })),
	);
	FULL_METHODS.add({
		text: lazyTable(() => ({ ...coreTextMethods(), ...fullTextMethods() })),
		list: listMethods,
		sequence: sequenceMethods,
		integer: integerMethods,
		float: floatMethods,
	});
	for (const callable of fullGlobals()) GLOBALS.set(callable.name, callable);
	FULL_TAGS.add(parseComposition);
	FULL_STATEMENTS.add(compileComposition);
	FORMAT_PERCENT.add(formatPercent);
	FIND_SPANS.add(findSpans);
	RENDER_IN_PIECES.add(renderInPieces);
	REFERENCE.add(reference);
	WORDING.add(referenceWording);
	HTML_TOJSON.add(toHtmlJson);
	BLOCKS.add((context) => new BlockTable(context));
	FORMAT_TAG.add(formatComposition);
	FORMAT_DATE.add(formatDate);
	CASES.add(exactCases);
	DIALECT.add(makeGrammar);
	ESCAPES.add(unescapeAll);
	FULL_LOOPS.add({ compileRecursive, pullFrom, attribute: loopAttribute, rest: restOfLoop });
	MACRO_ATTRIBUTES.add(macroAttribute);
	PLACE.add(compilePlace);
	CONTEXT_OF.add(contextOf);
	FOLDED.add({ isConstant, join: joinConstants });
	LOAD_UNITS.add(loadUnits);
	DEBUG_TEXT.add(describeOrigin);
	POLICIES.add(applyPolicies);
	INTEGER_BASE.add(parseInteger);
	AFFIX_AT.add(matchesAt);
	FULL_TESTS.add(fullTests);
	VIEW_EQUALITY.add(haveEqualMembers);
	PRINTING.add({ compilePrint, count: countOutput });
	ESCAPING.add({ replace: replaceEscaped, finalizer });
	CHAIN.add(compileChain);
	KEYWORD_SPREAD.add(spreadKeywords);
	PAIRS.add(readPairs);
	HOST_FUNCTIONS.add(addHostFunctions);
	UNSAFE.add({ dictNames: DICT_MUTATORS, attribute: hiddenAttribute });
	RUN_COMPOSED.add(runComposed);
	IS_DERIVED.add(isDerived);
	RARE_TOKENS.add({ readName, readNumber });
	REPR.add(describeSpecial);
	HASH_TUPLE.add(hashTuple);
	SLICE_RANGE.add(sliceRange);
	LONG_TEXTS.add(longTexts);
	LONG_NUMBERS.add(longNumbers);
}

/** Methods that would change a list, which the sandbox forbids. */
const LIST_MUTATORS = new Set(["append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"]);
/** Methods that would change a dict. */
const DICT_MUTATORS = new Set(["clear", "pop", "popitem", "setdefault", "update"]);

/** Returns an undefined value for an attribute that the sandbox hides; undefined for others. */
function hiddenAttribute(runtime: Runtime, object: Value, name: string): Value | undefined {
	if (object instanceof Range && (name === "start" || name === "stop" || name === "step")) return object[name];
	const hidden = Array.isArray(object) ? LIST_MUTATORS : isMapping(object) ? DICT_MUTATORS : undefined;
	if (!isPrivate(name) && !hidden?.has(name)) return undefined;
	const message = `access to attribute ${toRepr(name)} of ${toRepr(typeName(object))} object is unsafe.`;
	return new Undefined(runtime.settings.undefinedMode, { message, isUnsafe: true });
}

/** Keys and values from a mapping or a list of pairs, and from keywords. */
function readPairs(args: readonly Value[], keywords: Keywords): [Value, Value][] {
	if (args.length > 1) throw new TemplateRuntimeError(`dict expected at most 1 argument, got ${args.length}`);
	const [source = []] = args;
	if (source instanceof Undefined) source.fail();
	const pairs = isMapping(source) ? entriesOf(source) : itemsOf(source).map(readPair);
	return [...pairs, ...keywords];
}

function readPair(pair: Value, index: number): [Value, Value] {
	const items = itemsOf(pair);
	if (items.length !== 2)
		throw new TemplateRuntimeError(
			`dictionary update sequence element #${index} has length ${items.length}; 2 is required`,
		);
	return [items[0], items[1]];
}

/** Returns the printed form of the engine's own kinds of values. */
function describeSpecial(value: Value): string | undefined {
	if (value instanceof Range) return `range(${value.start}, ${value.stop}${value.step === 1 ? "" : `, ${value.step}`})`;
	if (value instanceof Namespace) return `<Namespace ${toRepr(value.attributes)}>`;
	if (value instanceof DictView) return `${value.typeName}(${toRepr(value.iterate())})`;
	if (value instanceof LoopState) return `<LoopContext ${value.index0 + 1}/${value.size}>`;
	return undefined;
}

/** Returns the hash of a tuple. */
function hashTuple({ items }: Tuple): string {
	charge(items.length);
	return `\0t${items.map(encodeMember).join("")})`;
}

/** Members of a tuple as text without ambiguity; objects other than tuples differ by type only. */
function encodeMember(member: Value): string {
	const hash = hashKey(member);
	const text = typeof hash === "object" && hash !== null ? typeName(hash) : String(hash);
	if (text.length > MAX_VALUE_SIZE) throw new TemplateLimitError("a key is too large");
	return `${typeof hash}:${text.length}:${text}`;
}

function sliceRange(range: Range, from: Bound, to: Bound, by: Bound): Range {
	const { start, stop, step } = resolveSlice(range.length, from, to, by);
	const at = (index: number): number => range.start + index * range.step;
	return new Range(at(start), at(stop), range.step * step);
}

/** Prints an undefined value for `undefined: "debug"`. */
function describeOrigin(origin: UndefinedOrigin): string {
	if ("message" in origin) return `{{ undefined value printed: ${origin.message} }}`;
	if ("name" in origin) return `{{ ${origin.name} }}`;
	const { object, key } = origin;
	return `{{ no such element: ${describeType(object)}[${toRepr(isText(key) ? textOf(key) : key)}] }}`;
}

/** Keys and items of a dict are compared as sets, its values not at all. */
function haveEqualMembers(left: DictView, right: DictView): boolean {
	if (left.kind !== right.kind || left.kind === "values") return false;
	const others = right.iterate();
	const items = left.iterate();
	return (
		items.length === others.length &&
		items.every((item) => {
			charge(others.length);
			return others.some((other) => isEqual(item, other));
		})
	);
}

/** Global names of the full engine. */
export const fullGlobals = (): Callable<Runtime>[] => [
	define("dict", {
		parameters: ["*args"],
		keywords: "rest",
		run: (_, __, args, keywords) => new Dict(readPairs(args as Value[], keywords as Keywords)),
	}),
	define("cycler", { parameters: ["*items"], run: (_, __, items) => new Cycler(items as Value[]) }),
	define("joiner", { parameters: ["sep"], run: (_, __, separator) => makeJoiner(textOr(separator, ", ")) }),
	define("lipsum", {
		parameters: ["n", "html", "min", "max"],
		run: (runtime, _, count, html, min, max) => {
			const isHtml = isTrue(html ?? true);
			const { random } = runtime.settings;
			const text = makeFiller(random, integerOr(count, 5), isHtml, integerOr(min, 20), integerOr(max, 100));
			return isHtml ? new Safe(text) : text;
		},
	}),
];

/** Cycles through a list of values, one step at each call of `next`. */
class Cycler extends Special {
	readonly #items: readonly Value[];
	#position = 0;

	constructor(items: readonly Value[]) {
		super();
		if (items.length === 0) throw new TemplateRuntimeError("at least one item has to be provided");
		this.#items = items;
	}

	override readonly typeName: string = "Cycler";

	override readonly qualifiedName: string = "jinja2.utils.Cycler";

	override attribute(name: string): Value | undefined {
		switch (name) {
			case "current":
				return this.#items[this.#position % this.#items.length];
			case "next":
				return define("next", {
					parameters: [],
					run: () => this.#items[this.#position++ % this.#items.length],
				});
			case "reset":
				return define("reset", {
					parameters: [],
					run: () => {
						this.#position = 0;
						return null;
					},
				});
			default:
				return undefined;
		}
	}
}

/** Returns a callable that returns an empty text at the first call and the separator afterwards. */
function makeJoiner(separator: string): Callable<Runtime> {
	let isUsed = false;
	return define("joiner", {
		parameters: [],
		run: () => {
			const text = isUsed ? separator : "";
			isUsed = true;
			return text;
		},
	});
}

const WORDS =
	"lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum fugiat nulla pariatur excepteur sint occaecat cupidatat non proident sunt culpa qui officia deserunt mollit anim id est laborum".split(
		" ",
	);
/** Maximum paragraphs and words of one call. */
const MAX = 10_000;

/** Filler text: paragraphs of between `min` and `max` words. */
function makeFiller(random: () => number, count: number, isHtml: boolean, min: number, max: number): string {
	const paragraphs = Array.from({ length: Math.max(0, Math.min(count, MAX)) }, () => {
		const words = Math.max(1, Math.min(MAX, min + Math.floor(random() * Math.max(1, max - min))));
		charge(words);
		return makeParagraph(random, words);
	});
	return isHtml ? paragraphs.map((text) => `<p>${text}</p>`).join("\n") : paragraphs.join("\n\n");
}

function makeParagraph(random: () => number, length: number): string {
	let startsSentence = true;
	const words = Array.from({ length }, (_, index) => {
		const word = WORDS[Math.floor(random() * WORDS.length)] ?? "lorem";
		const shown = startsSentence ? word.charAt(0).toUpperCase() + word.slice(1) : word;
		startsSentence = index === length - 1 || random() < 0.1;
		if (startsSentence) return `${shown}.`;
		return random() < 0.1 ? `${shown},` : shown;
	});
	return words.join(" ");
}

/** Compiles the templates of a loader on demand; undefined without one. */
function loadUnits(
	options: TemplateOptions,
	settings: Settings,
	units: Units = new Map<string, Unit>(),
): ((name: string) => Unit | undefined) | undefined {
	if (!options.loader) return undefined;
	const loadSource = createLoad(options.loader);
	const load = (name: string): Unit | undefined => {
		const known = units.get(name);
		if (known) return known;
		const source = loadSource(name);
		if (source === undefined) return undefined;
		const unit = compileNamed(parseSource(source, { ...options, name }), options, name, settings, load);
		units.set(name, unit);
		return unit;
	};
	return load;
}

/** Adds filters or tests of the host to those of the engine. */
function addHostFunctions(
	builtins: BuiltinTable<Runtime>,
	functions: Readonly<Record<string, HostFunction>>,
): BuiltinTable<Runtime> {
	const additions = new Map(
		Object.entries(functions).map(([name, run]): [string, Builtin<Runtime>] => [
			name,
			{
				parameters: ["*args"],
				keywords: "rest",
				run: (runtime, value, args, keywords) =>
					callHost(
						run,
						[value, ...(args as Value[])],
						keywords as Keywords,
						(callee, values) => callValue(runtime, callee, values, undefined),
						contextOf(runtime, run),
					),
			},
		]),
	);
	return {
		get: (name) => additions.get(name) ?? builtins.get(name),
		has: (name) => additions.has(name) || builtins.has(name),
	};
}
