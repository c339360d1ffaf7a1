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
	/** US dollars of earlier calls for it. */
	paid: number;
	/** Temporary failures so far. */
	faults: number;
	/** Whether a response could not be read, or had no content. */
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

/** The result of a row without its output. Members are added, because copies cost more than all other bookkeeping. */
export function describeRow(work: Work, lane: Lane | undefined, seconds: number): BatchResult {
	const { row, index, attempts, request } = work;
	const result: BatchResult = { id: row.id, index, usage: null, attempts, seconds, row };
	const model = row.model ?? lane?.target.model;
	if (lane) result.provider = lane.name;
	if (lane && model !== undefined) result.model = model;
	if (request !== undefined) result.cacheKey = request;
	return result;
}

/** The result of a row that was known before. */
export function describeKnown(work: Work, answer: KnownAnswer, lane: Lane | undefined): BatchResult {
	const { output, provider, model, reused } = answer;
	const result: BatchResult = { ...describeRow(work, lane, 0), output, cost_usd: 0, attempts: 0 };
	if (provider !== undefined) result.provider = provider;
	if (model !== undefined) result.model = model;
	if (reused) result.reused = reused;
	else result.cached = true;
	return result;
}

/** @param started time by `performance.now` */
export function secondsSince(started: number): number {
	return Math.round(performance.now() - started) / 1000;
}
