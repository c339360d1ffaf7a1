import { textWidth } from "../terminal/width.ts";
import type { Container, Leaf } from "./blocks.ts";
import { type Carry, highlightLine } from "./highlight.ts";
import { parseInline } from "./inline.ts";
import { findLanguage } from "./languages.ts";
import type { Span } from "./span.ts";
import { fitTable, viewTable } from "./table-block.ts";
import { breakSpans, wrapSpans } from "./wrap.ts";

/** Settings of the layout. */
export interface BlockView {
	width: number;
	/** There are no colors. */
	isPlain: boolean;
}

/** Columns left for blocks, however deeply they are nested. */
const MIN_WIDTH = 10;
const LONGEST_RULE = 72;
const BULLETS = ["•", "◦", "▪"] as const;

/** Returns a paragraph or a table as lines. */
export function viewLeaf(
	leaf: Leaf,
	{ width, isPlain }: BlockView,
	{ isOpen, widths }: { isOpen: boolean; widths: readonly number[] | undefined },
): Span[][] {
	if (leaf.type === "paragraph") return wrapSpans(parseInline(leaf.lines.join("\n"), { isOpen, isPlain }), width);
	if (leaf.type === "table") return viewTable(leaf, widths ?? fitTable(leaf, width, isPlain), width, isPlain);
	return [];
}

export function viewHeading(level: number, text: string, { width, isPlain }: BlockView): Span[][] {
	const spans = parseInline(text, { isPlain }).map(
		({ text: part, marks }): Span => ({ text: part, marks: [...marks, level > 2 ? "bold" : "heading"] }),
	);
	return wrapSpans(isPlain ? [{ text: `${"#".repeat(level)} `, marks: [] }, ...spans] : spans, width);
}

export function viewRule({ width }: BlockView): Span[][] {
	return [[{ text: "─".repeat(Math.min(width, LONGEST_RULE)), marks: ["quiet"] }]];
}

/**
 * Returns the line above code, with its language, or the one below. Code itself gets no margin, so that it can be
 * copied.
 */
export function viewCodeRule(language: string, { width }: BlockView): Span[][] {
	const size = Math.min(width, LONGEST_RULE);
	const label = language === "" || textWidth(language) + 6 > size ? "" : `── ${language} `;
	return [[{ text: label + "─".repeat(size - textWidth(label)), marks: ["quiet"] }]];
}

export function viewCodeLine(
	line: string,
	language: string,
	carry: Carry,
	{ width }: BlockView,
): { lines: Span[][]; carry: Carry } {
	const known = findLanguage(language);
	const highlighted = known
		? highlightLine(line, known, carry)
		: { spans: [{ text: line, marks: [] }], carry: undefined };
	return { lines: breakSpans(highlighted.spans, width), carry: highlighted.carry };
}

/** Columns that containers leave for their content. */
export function innerWidth(containers: readonly Container[], { width }: BlockView): number {
	const used = containers.reduce((sum, container) => sum + textWidth(drawMarker(container, 0)), 0);
	return Math.max(MIN_WIDTH, width - used);
}

/** Prefixes inside containers: of the first line, and of the others. */
export function viewPrefix(containers: readonly Container[]): { first: Span[]; others: Span[] } {
	let depth = 0;
	const first: Span[] = [];
	const others: Span[] = [];
	for (const container of containers) {
		const text = drawMarker(container, depth);
		const isQuote = container.type === "quote";
		const space: Span = isQuote ? { text, marks: ["quiet"] } : { text: " ".repeat(textWidth(text)), marks: [] };
		others.push(space);
		first.push(container.type === "item" && container.isNew ? { text, marks: ["name"] } : space);
		if (!isQuote && /^[-*+]/.test(container.marker)) depth++;
	}
	return { first, others };
}

function drawMarker(container: Container, depth: number): string {
	if (container.type === "quote") return "│ ";
	return /^[-*+]/.test(container.marker) ? `${BULLETS[depth % BULLETS.length]} ` : `${container.marker} `;
}
