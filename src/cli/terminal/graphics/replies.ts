import type { Size } from "./pixels.ts";

/** Facts that a terminal reports about itself. */
export interface Replies {
	/** It knows the kitty graphics protocol. */
	kitty: boolean;
	/** It knows sixels. */
	sixel: boolean;
	/** Size of a character cell. */
	cell: Size | undefined;
	/** The last question was answered, so nothing more will come. */
	isComplete: boolean;
}

/**
 * The queries: support of the kitty protocol, size of a cell, and device attributes. Every terminal answers the last,
 * so the wait always ends.
 */
export const QUESTIONS = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[16t\x1b[c";

/** Reads the answers from what the terminal has sent so far. */
export function readReplies(text: string): Replies {
	const sequences = text.split("\x1b");
	const find = (pattern: RegExp): RegExpExecArray | undefined =>
		sequences.map((sequence) => pattern.exec(sequence)).find((match) => match !== null) ?? undefined;
	const attributes = find(/^\[\?([\d;]*)c/)?.[1];
	const [, height, width] = find(/^\[6;(\d+);(\d+)t/) ?? [];
	const cell = { width: Number(width), height: Number(height) };
	return {
		kitty: find(/^_Gi=31;OK/) !== undefined,
		sixel: attributes?.split(";").includes("4") ?? false,
		// An implausible cell size is ignored.
		cell: cell.width >= 2 && cell.height >= 4 && cell.width < 200 && cell.height < 400 ? cell : undefined,
		isComplete: attributes !== undefined,
	};
}
