import { TemplateRuntimeError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { SPACE_CLASS } from "../syntax/grammar.ts";
import { isTrue } from "../values/compare.ts";
import { entriesOf, isMapping } from "../values/dict.ts";
import { escapeHtml } from "../values/escape.ts";
import { itemsOf, tryItems } from "../values/iterate.ts";
import { charge } from "../values/meter.ts";
import { toRepr, toText } from "../values/text.ts";
import { plainTypeName } from "../values/type-name.ts";
import { Undefined } from "../values/undefined.ts";
import { isText, Safe, type Value } from "../values/value.ts";
import { integerOr } from "./arguments.ts";
import { lazyTable } from "./lazy-table.ts";
import { stripTags } from "./strip-tags.ts";
import { takes } from "./takes.ts";
import { urlize } from "./urlize.ts";

const SPACES = new RegExp(`[${SPACE_CLASS}]+`);
const UNSAFE_IN_NAME = /[\t-\r />=]/;

/** Filters for HTML and URLs. */
export const htmlFilters = lazyTable(() => ({
	striptags: takes([], (_, value) => stripTags(toText(value))),
	urlencode: takes([], encode),
	xmlattr: takes(["autospace"], (runtime, value, space) => writeAttributes(runtime, value, isTrue(space ?? true))),
	urlize: takes(
		["trim_url_limit", "nofollow", "target", "rel", "extra_schemes"],
		(runtime, value, limit, noFollow, target, rel, schemes) => {
			const { policies } = runtime.settings;
			const usualRel = policies["urlize.rel"];
			const words = [toText(rel ?? ""), usualRel === undefined ? "noopener" : (usualRel ?? "")].join(" ").split(SPACES);
			const goal = target ?? policies["urlize.target"];
			const text = urlize(escapeHtml(value).text, {
				limit: limit === undefined || limit === null ? undefined : integerOr(limit, 0),
				rel: [...new Set([...words, ...(isTrue(noFollow ?? false) ? ["nofollow"] : [])])]
					.filter((word) => word !== "")
					.sort()
					.join(" "),
				target: goal === undefined || goal === null ? undefined : toText(goal),
				schemes: itemsOf(schemes ?? policies["urlize.extra_schemes"] ?? []).map(toText),
			});
			return runtime.autoescape ? new Safe(text) : text;
		},
	),
}));

function encode(runtime: Runtime, value: Value): string {
	const items = isText(value) ? undefined : isMapping(value) ? entriesOf(value) : tryItems(value);
	if (!items) return quoteUrl(runtime, toText(value), true);
	return items
		.map((pair) => {
			const [key, item, ...rest] = itemsOf(pair);
			if (item === undefined || rest.length > 0)
				throw new TemplateRuntimeError("urlencode expects pairs of key and value");
			return [key, item].map((part) => quoteUrl(runtime, toText(part), false).replaceAll("%20", "+")).join("=");
		})
		.join("&");
}

/** Longer texts are encoded in pieces, with checks of the time limit. */
const PIECE = 65_536;

/** Percent-encodes the UTF-8 bytes of all but the unreserved characters. */
function quoteUrl(runtime: Runtime, text: string, keepSlash: boolean): string {
	let result = "";
	for (let start = 0; start < text.length; ) {
		// Halves of a pair stay together.
		const end = start + PIECE + (/[\ud800-\udbff]/.test(text.charAt(start + PIECE - 1)) ? 1 : 0);
		charge(Math.min(end, text.length) - start);
		result += quotePiece(text.slice(start, end), keepSlash);
		runtime.checkLength(result.length);
		start = end;
	}
	return result;
}

function quotePiece(text: string, keepSlash: boolean): string {
	const encoded = encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(
		/[!'()*]/g,
		(character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return keepSlash ? encoded.replaceAll("%2F", "/") : encoded;
}

function writeAttributes(runtime: Runtime, value: Value, hasSpace: boolean): Value {
	if (value instanceof Undefined) return value.fail();
	if (!isMapping(value)) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object has no attribute 'items'`);
	const attributes = entriesOf(value)
		.filter(([, item]) => item !== null && !(item instanceof Undefined))
		.map(([key, item]) => {
			if (UNSAFE_IN_NAME.test(toText(key)))
				throw new TemplateRuntimeError(`Invalid character in attribute name: ${toRepr(key)}`);
			return `${escapeHtml(key).text}="${escapeHtml(item).text}"`;
		});
	const text = (hasSpace && attributes.length > 0 ? " " : "") + attributes.join(" ");
	return runtime.autoescape ? new Safe(text) : text;
}
