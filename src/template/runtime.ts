import { TemplateLimitError } from "./errors.ts";
import type { HostContext } from "./host-context.ts";
import type { Limits } from "./limits.ts";
import type { BuiltinTable, Keywords } from "./values/callable.ts";
import { charge } from "./values/meter.ts";
import { toRepr } from "./values/text.ts";
import { Undefined, type UndefinedMode } from "./values/undefined.ts";
import type { Safe, Value } from "./values/value.ts";

/** Defaults of filters, by Jinja2's names. */
export interface Policies {
	/** Characters beyond its length that `truncate` leaves alone. Default 5. */
	readonly "truncate.leeway"?: number;
	/** Attribute `rel` of the links of `urlize`, null for none. Default `noopener`. */
	readonly "urlize.rel"?: string | null;
	/** Attribute `target` of the links of `urlize`. Default none. */
	readonly "urlize.target"?: string | null;
	/** Further URL schemes for `urlize`, such as `tel:`. Default none. */
	readonly "urlize.extra_schemes"?: readonly string[] | null;
	/** Default arguments of `tojson`. */
	readonly "json.dumps_kwargs"?: {
		readonly ensure_ascii?: boolean;
		readonly indent?: number | string | null;
		readonly separators?: readonly [item: string, key: string] | null;
		readonly sort_keys?: boolean;
	};
	/** Writes JSON in place of the engine; gets the host's form of the value, and the arguments of `tojson`. */
	readonly "json.dumps_function"?: ((value: never, options: Readonly<Record<string, unknown>>) => string) | null;
}

/** How case is changed and compared. */
export interface Cases {
	capitalize(text: string): string;
	titleCase(text: string): string;
	isUpperCase(text: string): boolean;
	isLowerCase(text: string): boolean;
}

/** The built-ins of an engine, and their behavior in rare cases. */
export interface BuiltinLibrary {
	readonly filters: BuiltinTable<Runtime>;
	readonly tests: BuiltinTable<Runtime>;
	readonly globals: ReadonlyMap<string, Value>;
	/** The methods a value has by its type. */
	methodsOf(value: Value): BuiltinTable<Runtime> | undefined;
	/** Returns the attribute of a range, or the undefined value of a hidden name; undefined for other names. */
	hiddenAttribute(runtime: Runtime, object: Value, name: string): Value | undefined;
	/** Message for an unknown name in place of Jinja2's; undefined for Jinja2's. */
	explainMissing(kind: "filter" | "test" | "method" | "global", name: string): string | undefined;
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

/** Behavior of the reference that differs from Jinja2; see `reference.ts`. */
export interface ReferenceBehavior {
	printLikeReference(this: void, value: Value): string;
	/** Returns the part of a sequence as the reference has it. */
	sliceLikeReference(part: Value): Value;
	likeReference(filters: BuiltinTable<Runtime>): BuiltinTable<Runtime>;
	/** Returns the function of a binary operator with the reference's results and errors. */
	wrapOperator(operator: string, operate: Operate): Operate;
	rewordCall(error: unknown, callee: Value): unknown;
	rewordLoop(error: unknown, iterable: Value): unknown;
	rewordFilter(error: unknown, name: string, hasArguments: boolean, operand: Value): unknown;
}

/** The options of a template with every default filled in; shared by all its renders. */
export interface Settings {
	readonly library: BuiltinLibrary;
	readonly undefinedMode: UndefinedMode;
	readonly filters: BuiltinTable<Runtime>;
	readonly tests: BuiltinTable<Runtime>;
	readonly globals: ReadonlyMap<string, Value>;
	readonly limits: Required<Omit<Limits, "max_steps" | "max_time" | "max_output" | "max_memory">> & Limits;
	readonly now: () => Date;
	readonly random: () => number;
	/** Follows the reference where it differs from Jinja2. */
	readonly reference: ReferenceBehavior | undefined;
	/** The printed form of a value. */
	readonly print: (value: Value) => string;
	/** Changes a value before `{{ … }}` writes it. */
	readonly finalize: ((value: Value) => Value) | undefined;
	readonly policies: Policies;
	/** Whether filters or tests of the host need the context of their call. */
	readonly hasContextual: boolean;
}

/** A compiled operator on two values. */
export type Operate = (frame: { readonly runtime: Runtime }, left: Value, right: Value) => Value;

/** The frame in which a generation block is rendered. */
export interface MarkedFrame {
	out: string;
	readonly isCaptured: boolean;
	readonly runtime: Runtime;
}

/** Tracks the text of generation blocks. */
interface Marks {
	/** Renders a block. */
	around<Frame extends MarkedFrame>(frame: Frame, body: (frame: Frame) => 0 | 1 | 2): 0 | 1 | 2;
}

/** The state of one render. */
export class Runtime {
	readonly settings: Settings;
	/** Whether values are escaped at this moment. */
	autoescape: boolean;
	/** The frames whose output, joined in order, is that of the render. */
	readonly top: { readonly out: string; readonly extended: { readonly before: string } | undefined }[] = [];
	/** Written around the text of `generation` blocks; undefined without spans. */
	marks: Marks | undefined;
	/** Passes the call site to host functions; set only where a template has functions that need it. */
	place: (() => HostContext) | undefined;
	#depth = 0;
	/** Characters of output, counted where they are limited. */
	written = 0;

	constructor(settings: Settings, autoescape: boolean) {
		this.settings = settings;
		this.autoescape = autoescape;
	}

	/** Runs a macro, include, block or level of a recursive loop, unless they are nested too deeply. */
	enter<T>(run: () => T): T {
		charge(1);
		const { max_depth } = this.settings.limits;
		if (this.#depth >= max_depth)
			throw new TemplateLimitError(`template calls are nested deeper than ${max_depth} levels`);
		this.#depth++;
		try {
			return run();
		} finally {
			this.#depth--;
		}
	}

	/** Rejects a string that has grown too long. */
	checkLength(length: number): void {
		const { max_string } = this.settings.limits;
		if (length > max_string) throw new TemplateLimitError(`a string is longer than ${max_string} characters`);
	}

	/** Returns an undefined value with its own message. */
	missing(message: string): Undefined {
		return new Undefined(this.settings.undefinedMode, { message });
	}

	/** The undefined value of an unset name. */
	missingName(name: string): Undefined {
		return new Undefined(this.settings.undefinedMode, { name });
	}

	/** Returns the undefined value of a missing attribute or item. */
	missingKey(object: Value, key: Value): Undefined {
		return new Undefined(this.settings.undefinedMode, { object, key, reprKey: toRepr });
	}
}
