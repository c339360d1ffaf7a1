import { TemplateError, TemplateRuntimeError } from "../errors.ts";
import type { Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { Dict, entriesOf, isMapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { toText } from "../values/text.ts";
import { Undefined } from "../values/undefined.ts";
import { Namespace, Safe, type Value } from "../values/value.ts";
import { integerOr, requireText, textOr } from "./arguments.ts";
import { define } from "./define.ts";
import { makeCycler, makeJoiner, makeRange } from "./iteration.ts";
import { makeFiller } from "./lipsum.ts";
import { formatDate } from "./strftime.ts";

/** The callable that creates namespaces, available in every environment. */
export const NAMESPACE = define("namespace", {
	parameters: ["*args"],
	keywords: "rest",
	run: (_, __, args, keywords) => {
		const pairs = readPairs(args as Value[], keywords as Keywords);
		return new Namespace(pairs.map(([key, value]): [string, Value] => [toText(key), value]));
	},
});

/** The global names. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map(
	[
		NAMESPACE,
		define("range", {
			parameters: ["*args"],
			keywords: "none",
			run: (runtime, _, args) => makeRange(runtime, args as Value[]),
		}),
		define("dict", {
			parameters: ["*args"],
			keywords: "rest",
			run: (_, __, args, keywords) => new Dict(readPairs(args as Value[], keywords as Keywords)),
		}),
		define("cycler", {
			parameters: ["*items"],
			run: (_, __, items) => makeCycler(items as Value[]),
		}),
		define("joiner", { parameters: ["sep"], run: (_, __, separator) => makeJoiner(textOr(separator, ", ")) }),
		define("lipsum", {
			parameters: ["n", "html", "min", "max"],
			run: (runtime, _, count, html, min, max) => {
				const isHtml = isTrue(html ?? true);
				const text = makeFiller(
					runtime.settings.random,
					integerOr(count, 5),
					isHtml,
					integerOr(min, 20),
					integerOr(max, 100),
				);
				return isHtml ? new Safe(text) : text;
			},
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
				formatDate(runtime, runtime.settings.now(), requireText(format, "strftime() argument 1")),
		}),
	].map((callable) => [callable.name, callable]),
);

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
