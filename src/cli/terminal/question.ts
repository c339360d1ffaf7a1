import { nameCharacter } from "./sanitize.ts";

/**
 * Characters that control a terminal, are invisible, or look like a space or cover other lines: control and format characters,
 * line ends, unusual spaces, and the third accent of a letter. Emoji joiners are excepted.
 */
const HIDDEN =
	/(?!(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)\u200d(?=\p{Extended_Pictographic}))(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}|(?<=\p{M}{2})\p{M})/gu;
/** Spaces that push the following text out of sight. */
const GAP = / {17,}/g;
/** Maximum characters of an external text, unless all of it must be read. */
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
 * The text of a question. Only the functions of this file create one, and prompts accept nothing else: external
 * text (from files, servers, URLs, models) must go through them, or the code does not compile.
 */
export type QuestionText = Text;

/** Returns an external text on one line, with every invisible character made visible. */
export function showOutside(text: string): string {
	return text.replace(HIDDEN, nameCharacter).replace(GAP, (spaces) => ` ␠×${spaces.length - 2} `);
}

/** The text of a question: inserted texts are external, and are quoted, put on one line, and cut. */
export function question(words: TemplateStringsArray, ...parts: readonly (string | number | QuestionText)[]): Text {
	const shown = parts.map((part) => (typeof part === "string" ? quote(part, MAX_LENGTH) : String(part)));
	return new Text(words.map((text, index) => text + (shown[index] ?? "")).join(""));
}

/** An external text that the user must read completely before the answer, such as a program's arguments. */
export function wholeText(text: string): Text {
	return new Text(quote(text, Number.POSITIVE_INFINITY));
}

/** An external URL, without quotes, so that it can be copied. */
export function outsideUrl(url: URL): Text {
	return new Text(showOutside(url.href));
}

/** External values as indented JSON, or on one line if it would fill the screen. */
export function outsideJson(value: unknown): Text {
	const lines = JSON.stringify(value, null, 2)?.split("\n") ?? [];
	const whole = lines.length > MAX_JSON_LINES ? [JSON.stringify(value)] : lines;
	return new Text(whole.map((line) => `  ${line.replace(/\S.*/s, showOutside)}`).join("\n"));
}

/** Maximum lines of an external value, so that the question stays visible. */
const MAX_JSON_LINES = 16;

export function joinTexts(texts: readonly QuestionText[], separator: ", " | "\n" | " " | "; "): Text {
	return new Text(texts.join(separator));
}

/** A styled part of a question. */
export function paintText(paint: (text: string) => string, text: QuestionText): Text {
	return new Text(paint(String(text)));
}

function quote(text: string, most: number): string {
	const characters = text.length > most ? [...text.slice(0, 2 * most)].slice(0, most) : undefined;
	const kept = characters?.join("") ?? text;
	const quoted = `"${showOutside(kept.replace(/["\\]/g, "\\$&"))}`;
	return kept.length === text.length ? `${quoted}"` : `${quoted}…" (and ${text.length - kept.length} characters more)`;
}
