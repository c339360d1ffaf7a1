import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Callable, Keywords } from "../values/callable.ts";
import { isTrue } from "../values/compare.ts";
import { Dict, entriesOf, isMapping } from "../values/dict.ts";
import { itemsOf } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { Undefined } from "../values/undefined.ts";
import { Safe, Special, type Value } from "../values/value.ts";
import { define, integerOr, textOr } from "./builtin.ts";

/** The global names of Jinja2 that chat templates do not use. */
export const furtherGlobals = (): Callable<Runtime>[] => [
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

/** Keys and values from a mapping or a list of pairs, and from keywords. */
export function readPairs(args: readonly Value[], keywords: Keywords): [Value, Value][] {
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
