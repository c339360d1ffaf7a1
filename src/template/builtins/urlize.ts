import { escapeCharacters } from "../values/escape.ts";

export interface LinkOptions {
	/** Longest text of a link; longer ones are cut. */
	readonly limit: number | undefined;
	readonly rel: string;
	readonly target: string | undefined;
	/** Further beginnings of addresses, such as `ftp:`. */
	readonly schemes: readonly string[];
}

const WEB =
	/^(?:https?:\/\/|www\.)(?:[\w%-]+\.)*[\w%-]*(?:localhost|[a-z\d%-]*[a-z]{2,63})?(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const DOMAIN = /^[\w%-]+(?:\.[\w%-]+)*\.(?:com|net|int|edu|gov|org|info|mil)(?::\d{1,5})?(?:[/?#]\S*)?$/i;
const MAIL = /^\S+@\w[\w.-]*\.\w+$/;
const LEADING = /^(?:[(<]|&lt;)+/;
const TRAILING = /(?:[)>.,\n]|&gt;)+$/;
const BRACKETS = [
	["(", ")"],
	["<", ">"],
	["&lt;", "&gt;"],
] as const;

/** Makes links of the addresses in escaped text. */
export function urlize(html: string, options: LinkOptions): string {
	return html
		.split(/(\s+)/)
		.map((word) => linkWord(word, options))
		.join("");
}

function linkWord(word: string, options: LinkOptions): string {
	const head = LEADING.exec(word)?.[0] ?? "";
	let middle = word.slice(head.length);
	let tail = TRAILING.exec(middle)?.[0] ?? "";
	middle = middle.slice(0, middle.length - tail.length);
	// Brackets opened inside the address are closed inside it.
	for (const [open, close] of BRACKETS) {
		const missing = middle.split(open).length - middle.split(close).length;
		for (let count = 0; count < missing; count++) {
			const end = tail.indexOf(close);
			if (end === -1) break;
			middle += tail.slice(0, end + close.length);
			tail = tail.slice(end + close.length);
		}
	}
	return head + linkAddress(middle, options) + tail;
}

function linkAddress(address: string, { limit, rel, target, schemes }: LinkOptions): string {
	const shown = limit !== undefined && address.length > limit ? `${address.slice(0, limit)}...` : address;
	const relation = rel === "" ? "" : ` rel="${escapeCharacters(rel)}"`;
	const frame = target === undefined ? "" : ` target="${escapeCharacters(target)}"`;
	const link = (href: string): string => `<a href="${href}"${relation}${frame}>${shown}</a>`;
	if (WEB.test(address) && /\.|localhost|:\/\//.test(address))
		return link(/^https?:\/\//i.test(address) ? address : `https://${address}`);
	if (DOMAIN.test(address) && !address.startsWith("@")) return link(`https://${address}`);
	if (address.startsWith("mailto:") && MAIL.test(address.slice(7)))
		return `<a href="${address}">${address.slice(7)}</a>`;
	if (MAIL.test(address) && !address.startsWith("www.") && !address.includes(":") && !address.startsWith("@"))
		return `<a href="mailto:${address}">${address}</a>`;
	const scheme = schemes.find((prefix) => address !== prefix && address.startsWith(prefix));
	return scheme === undefined ? address : link(address);
}
