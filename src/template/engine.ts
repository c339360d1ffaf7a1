import type { Cases } from "./builtins/text-operations.ts";
import type { Context, Evaluate, Execute, Frame, Unit } from "./compile/frame.ts";
import type { LoopState } from "./compile/loops.ts";
import type { Blueprint } from "./compile/macros.ts";
import type { Scope } from "./compile/scope.ts";
import type { HostContext } from "./host-context.ts";
import type { findSpans, renderInPieces } from "./render-async.ts";
import type { Reference, Runtime, Settings } from "./runtime.ts";
import type { HostFunction, TemplateOptions, Units } from "./settings.ts";
import type { Expression, Node, Program, Statement } from "./syntax/ast.ts";
import type { CompositionParser, TagReader } from "./syntax/composition-parser.ts";
import type { Grammar, LexerOptions } from "./syntax/grammar.ts";
import type { TokenStream } from "./syntax/token-stream.ts";
import type { Builtin, BuiltinTable, Keywords } from "./values/callable.ts";
import type { Safe, Value } from "./values/value.ts";

/**
 * What an engine is made of: everything in which one engine may differ from another. `core-engine.ts` has what chat
 * templates use, `whole-engine.ts` all of Jinja2. What an engine lacks is a function that says so. Each template keeps
 * the engine that it was made with.
 */
export interface Engine {
	readonly filters: BuiltinTable<Runtime>;
	readonly tests: BuiltinTable<Runtime>;
	readonly globals: ReadonlyMap<string, Value>;
	/** The methods a value has by its type. */
	methodsOf(value: Value): BuiltinTable<Runtime> | undefined;
	/** Returns the attribute of a range, or the undefined value of a hidden name; undefined for other names. */
	hiddenAttribute(runtime: Runtime, object: Value, name: string): Value | undefined;
	/** What to say about an unknown name in place of Jinja2's message; undefined for that message. */
	explainMissing(kind: "filter" | "test" | "tag" | "method" | "global", name: string): string | undefined;
	readonly syntax: SyntaxParts;
	readonly compiler: CompilerParts;
	readonly builtins: BuiltinParts;
	readonly options: OptionParts;
}

/** What source may look like. */
interface SyntaxParts {
	/** Returns the expressions for the delimiters. */
	grammarOf(options: LexerOptions): Grammar;
	/**
	 * Returns the name at a position that begins with a letter beyond ASCII.
	 *
	 * @throws Error
	 */
	readName(text: string, position: number): string;
	/**
	 * Returns the number at a position, whose first character is a digit.
	 *
	 * @throws Error
	 */
	readNumber(text: string, position: number, isIndex: boolean): string;
	/**
	 * Replaces the escapes of a string literal.
	 *
	 * @throws Error
	 */
	unescape(body: string): string;
	/** Returns the parser of a tag; undefined for unknown ones. */
	readTag(name: string, parser: CompositionParser, stream: TokenStream): TagReader | undefined;
}

/** How the rarer nodes of a syntax tree are compiled. */
interface CompilerParts {
	/** Compiles the statement of a tag that `readTag` knows; undefined for other statements. */
	compileTag(node: Statement, scope: Scope): Execute | undefined;
	compileRecursive(node: Node<"For">, source: Evaluate, scope: Scope): Execute;
	/** Provides host functions with the context of their call. */
	compilePlace(scope: Scope): (frame: Frame) => () => HostContext;
	/** Whether an expression has the same value everywhere: Jinja2 evaluates it while compiling. */
	isConstant(node: Expression): boolean;
	/** Whether a template extends another one. */
	isDerived(program: Program): boolean;
	/** Renders a template in a context; returns the frame of its top level, with the output. */
	runUnit(unit: Unit, context: Context, runtime: Runtime, isTop: boolean): Frame;
	/** Returns the value of `self`. */
	blocksOf(context: Context): Value | undefined;
	loopAttribute(loop: LoopState, name: "cycle" | "changed" | "depth" | "depth0"): Value;
	macroAttribute(blueprint: Blueprint, name: string): Value | undefined;
}

/** What built-in filters, tests, methods and functions do in rarer cases. */
interface BuiltinParts {
	/** How case is changed. */
	readonly cases: Cases;
	/** `text % values` */
	formatPercent(runtime: Runtime, text: string | Safe, values: Value): Value;
	/** Formats a date in local time as `strftime` does. */
	formatDate(runtime: Runtime, date: Date, format: string): string;
	/** Reads an int of another base than ten; undefined if it is none. */
	readInteger(text: string, base: number): number | bigint | undefined;
	/** `startswith` and `endswith` between two positions. */
	matchesAt(text: string, affix: string, atEnd: boolean, start: Value, end: Value): boolean;
	/** Reads what `dict` reads: a mapping, a list of pairs, keywords. */
	readPairs(args: readonly Value[], keywords: Keywords): [Value, Value][];
}

/** What options of a template or a render need. */
interface OptionParts {
	/** `compat: "reference"` */
	reference(): Reference;
	/** The filter `tojson` of `html_tojson` and `policies`. */
	tojson(options: TemplateOptions): Builtin<Runtime>;
	/** Adds filters or tests of the host to those of the engine. */
	withHost(builtins: BuiltinTable<Runtime>, functions: Readonly<Record<string, HostFunction>>): BuiltinTable<Runtime>;
	/** Finds the compiled templates of the loader; undefined without one. */
	loadUnits(
		options: TemplateOptions,
		settings: Settings,
		units: Units | undefined,
	): ((name: string) => Unit | undefined) | undefined;
	/** `spans` of a render. */
	findSpans: typeof findSpans;
	/** Asynchronous renders. */
	renderInPieces: typeof renderInPieces;
}
