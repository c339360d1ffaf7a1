import type { Args } from "../inference/index.ts";
import type { Lane } from "./lane.ts";
import type { BatchResult, BatchRow, KnownAnswer } from "./types.ts";

/** Characters of text per token, roughly. */
const CHARACTERS_PER_TOKEN = 4;

/** A row that was read and has no result yet. */
export interface Work {
	row: BatchRow;
	index: number;
	args: Args | undefined;
	/** Expected tokens, if there is an explicit limit. */
	tokens: number;
	attempts: number;
	/** US dollars of calls made for it besides the last. */
	paid: number;
	/** Temporary failures so far. */
	faults: number;
	/** An answer could not be read, or had no content. */
	wasMalformed: boolean;
	tried: Set<Lane> | undefined;
	/** Most rows of its next call: fewer each time that a call with several was refused. */
	most: number;
	/** Key of its request; undefined until it is known. */
	request: string | undefined;
	/** The key, if other rows wait for this one. */
	cacheKey: string | undefined;
}

/**
 * @param isCounted whether the tokens of the row matter
 */
export function createWork(row: BatchRow, index: number, isCounted: boolean): Work {
	const args = typeof row.args === "function" ? undefined : row.args;
	const tokens = isCounted && args ? JSON.stringify(args).length / CHARACTERS_PER_TOKEN : 0;
	return {
		row,
		index,
		args,
		tokens,
		attempts: 0,
		paid: 0,
		faults: 0,
		wasMalformed: false,
		tried: undefined,
		most: Number.POSITIVE_INFINITY,
		request: row.answer?.cacheKey,
		cacheKey: undefined,
	};
}

/** The facts of a result that its lane provides. */
export function describeLane({ row }: Work, lane: Lane): { provider: string; model?: string } {
	const model = row.model ?? lane.target.model;
	return { provider: lane.name, ...(model === undefined ? {} : { model }) };
}

/** The facts of a result that was known before. */
export function describeKnown(
	work: Work,
	{ output, provider, model, reused }: KnownAnswer,
	lane: Lane | undefined,
): Omit<BatchResult, "id" | "index" | "row"> {
	const from = lane ? describeLane(work, lane) : {};
	const origin = {
		...from,
		...(provider === undefined ? {} : { provider }),
		...(model === undefined ? {} : { model }),
	};
	const mark = reused ? { reused } : { cached: true as const };
	return { output, cost_usd: 0, ...origin, attempts: 0, seconds: 0, ...mark };
}

/** @param started time by `performance.now` */
export function secondsSince(started: number): number {
	return Math.round(performance.now() - started) / 1000;
}
