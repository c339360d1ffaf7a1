import { TemplateError, TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Keywords } from "../values/callable.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { toText } from "../values/text.ts";
import { Namespace, Range, type Value } from "../values/value.ts";
import { define, requireInteger, requireText } from "./builtin.ts";

/** Returns the result of `range`. */
function makeRange(runtime: Runtime, args: readonly Value[]): Range {
	if (args.length === 0) throw new TemplateRuntimeError("range expected at least 1 argument, got 0");
	if (args.length > 3) throw new TemplateRuntimeError(`range expected at most 3 arguments, got ${args.length}`);
	const [first = 0, second, step = 1] = args.map(requireInteger);
	if (step === 0) throw new TemplateRuntimeError("range() arg 3 must not be zero");
	const range = second === undefined ? new Range(0, first, 1) : new Range(first, second, step);
	const { max_range } = runtime.settings.limits;
	if (range.length > max_range)
		throw new TemplateRuntimeError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${max_range}).`);
	return range;
}

/** The callable that creates namespaces, available in every environment. */
export const NAMESPACE = define("namespace", {
	parameters: ["*args"],
	keywords: "rest",
	run: (runtime, _, args, keywords) => {
		const [source = {}, ...others] = args as Value[];
		const isPlain = isMapping(source) && others.length === 0;
		const pairs = isPlain
			? [...entriesOf(source), ...(keywords as Keywords)]
			: runtime.settings.library.readPairs(args as Value[], keywords as Keywords);
		return new Namespace(pairs.map(([key, value]): [string, Value] => [toText(key), value]));
	},
});

/** The global names that chat templates use. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>(
	[
		NAMESPACE,
		define("range", {
			parameters: ["*args"],
			keywords: "none",
			run: (runtime, _, args) => makeRange(runtime, args as Value[]),
		}),
		define("raise_exception", {
			parameters: ["message"],
			required: 1,
			run: (_, __, message) => {
				throw new TemplateError(toText(message));
			},
		}),
		define("strftime_now", {
			parameters: ["format"],
			required: 1,
			run: (runtime, _, format) =>
				runtime.settings.library.formatDate(
					runtime,
					runtime.settings.now(),
					requireText(format, "strftime() argument 1"),
				),
		}),
	].map((callable) => [callable.name, callable]),
);
