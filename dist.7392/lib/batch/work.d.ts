import type { Args } from "../inference/index.ts";
import type { Lane } from "./lane.ts";
import type { BatchRow } from "./types.ts";
/** A row on its way. */
export interface Work {
    row: BatchRow;
    index: number;
    args: Args | undefined;
    /** Expected tokens, where they are limited by hand. */
    tokens: number;
    attempts: number;
    /** Failures that may pass, so far. */
    faults: number;
    tried: Set<Lane> | undefined;
    cacheKey: string | undefined;
}
/**
 * @param isCounted whether the tokens of the row matter
 */
export declare function createWork(row: BatchRow, index: number, isCounted: boolean): Work;
/** The facts of a result that its lane tells. */
export declare function describeLane({ row }: Work, lane: Lane): {
    provider: string;
    model?: string;
};
