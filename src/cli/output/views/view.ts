import { readMember } from "../../../http/index.ts";
import { type TextSpan, wrapSpans } from "../../markdown/span.ts";
import type { Colors, Style } from "../../terminal/color.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { onOneLine, padText, textWidth } from "../../terminal/width.ts";

export interface ViewSpace {
	colors: Colors;
	/** Columns of the terminal. */
	columns: number;
	/** The call's input, for views that show the result in it. */
	args: Readonly<Record<string, unknown>>;
}

/** More than the width of any terminal; combining characters take no columns, so a width is not enough as a limit. */
const MAX_CHARACTERS = 400;

/** Returns an untrusted name or number, sanitized and on one line. */
export function readLabel(value: unknown): string {
	const text = String(value ?? "");
	const short = text.length > MAX_CHARACTERS ? `${[...text.slice(0, MAX_CHARACTERS)].slice(0, -1).join("")}…` : text;
	return onOneLine(short);
}

/** A piece of text and its style; undefined for none. */
export type StyledText = TextSpan<Style | undefined>;

export function wrapStyled(pieces: readonly StyledText[], columns: number): string[] {
	const safe = pieces.map(({ text, marks }) => ({
		text: sanitize(text).replaceAll("\r\n", "\n").replaceAll("\t", "    "),
		marks,
	}));
	return wrapSpans(safe, columns).map((line) => line.map(({ text, marks }) => (marks ? marks(text) : text)).join(""));
}

/** A part of a transcript, with times in seconds. */
interface TranscriptPart {
	text: string;
	timestamp: readonly [number | null, number | null];
}

export function hasTimes(result: unknown): boolean {
	return readParts(result).length > 0;
}

export function drawTranscript(result: unknown, { colors, columns }: ViewSpace): string {
	const parts = readParts(result);
	const isLong = parts.some(({ timestamp }) => timestamp.some((time) => (time ?? 0) >= 3600));
	const times = parts.map(({ timestamp: [from, to] }) => `${formatTime(from, isLong)} – ${formatTime(to, isLong)}`);
	const width = Math.max(...times.map(textWidth));
	return parts
		.map(({ text }, index) => {
			const time = padText(times[index] ?? "", width);
			const lines = wrapStyled([{ text: text.trim(), marks: undefined }], Math.max(16, columns - width - 2));
			return `${colors.dim(time)}  ${lines.join(`\n${" ".repeat(width + 2)}`)}`;
		})
		.join("\n");
}

function readParts(result: unknown): TranscriptPart[] {
	const chunks = readMember(result, "chunks");
	if (!Array.isArray(chunks)) return [];
	return chunks.flatMap((chunk: unknown): TranscriptPart[] => {
		const text = readMember(chunk, "text");
		const timestamp = readMember(chunk, "timestamp") ?? readMember(chunk, "timestamps");
		if (typeof text !== "string" || !Array.isArray(timestamp)) return [];
		const time = (value: unknown): number | null => (typeof value === "number" ? value : null);
		return [{ text, timestamp: [time(timestamp[0]), time(timestamp[1])] }];
	});
}

/** `1:02.5`, or `0:01:02.5` in long recordings; a service may omit the end of the last part. */
function formatTime(seconds: number | null, isLong: boolean): string {
	if (seconds === null) return "…";
	const tenths = Math.round(seconds * 10);
	const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
	const minutes = Math.floor(tenths / 600);
	return isLong ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
