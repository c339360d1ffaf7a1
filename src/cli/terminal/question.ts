import { nameCharacter } from "./sanitize.ts";

/**
 * What a terminal obeys, does not draw, or draws as a space or above other lines: control and format characters, line
 * ends, other spaces than the usual one, and the third accent of a letter. Those that join emoji are left.
 */
const HIDDEN =
	/(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic}))(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{2})\p{M})/gu;
/** Spaces that push what follows out of sight. */
const GAP = / {17,}/g;
/** Characters of a text from outside, where not all of it must be read. */
const MAX_LENGTH = 200;

/** Text of a question, or a part of it. */
class Text {
	readonly #text: string;

	constructor(text: string) {
		this.#text = text;
	}

	toString(): string {
		return this.#text;
	}
}

/**
 * The text of a question. Only the functions of this file make one, and whoever asks takes nothing else: what comes from
 * outside (files, servers, URLs, models) stands in a question as they write it, or the code does not compile.
 */
export type QuestionText = Text;

/** Returns a text from outside on one line, every character that would not be seen made visible. */
export function showOutside(text: string): string {
	return text.replace(HIDDEN, nameCharacter).replace(GAP, (spaces) => ` ␠×${spaces.length - 2} `);
}

/** The text of a question: the texts put into it are from outside, and stand in it quoted, on one line, and cut. */
export function question(words: TemplateStringsArray, ...parts: readonly (string | number | QuestionText)[]): Text {
	const shown = parts.map((part) => (typeof part === "string" ? quote(part, MAX_LENGTH) : String(part)));
	return new Text(words.map((text, index) => text + (shown[index] ?? "")).join(""));
}

/** A text from outside of which every character must be read before the answer, such as a program's arguments. */
export function wholeText(text: string): Text {
	return new Text(quote(text, Number.POSITIVE_INFINITY));
}

/** A URL from outside, without quotes: it is there to be copied. */
export function outsideUrl(url: URL): Text {
	return new Text(showOutside(url.href));
}

/** Values from outside, indented: as JSON on lines of their own, or on one line if these would fill the screen. */
export function outsideJson(value: unknown): Text {
	const lines = JSON.stringify(value, null, 2)?.split("\n") ?? [];
	const whole = lines.length > MAX_JSON_LINES ? [JSON.stringify(value)] : lines;
	return new Text(whole.map((line) => `  ${line.replace(/\S.*/s, showOutside)}`).join("\n"));
}

/** Lines of a value from outside that leave the question in sight. */
const MAX_JSON_LINES = 16;

export function joinTexts(texts: readonly QuestionText[], separator: ", " | "\n" | " " | "; "): Text {
	return new Text(texts.join(separator));
}

/** A part of a question in a style of ours. */
export function paintText(paint: (text: string) => string, text: QuestionText): Text {
	return new Text(paint(String(text)));
}

function quote(text: string, most: number): string {
	const characters = text.length > most ? [...text.slice(0, 2 * most)].slice(0, most) : undefined;
	const kept = characters?.join("") ?? text;
	const quoted = `"${showOutside(kept.replace(/["\\]/g, "\\$&"))}`;
	return kept.length === text.length ? `${quoted}"` : `${quoted}…" (and ${text.length - kept.length} characters more)`;
}
