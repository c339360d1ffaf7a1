/** What a template may use up. Everything beyond ends the rendering with an error. */
export interface Limits {
	/** Items of a `range`. Default 100,000. */
	max_range?: number;
	/** Nested macros, includes, blocks and recursive loops. Default 500. */
	max_depth?: number;
	/** Evaluated nodes of the syntax tree. Default: no limit. */
	max_steps?: number;
	/** Characters of output, captured output included. Default: no limit. */
	max_output?: number;
	/** Characters of one string made by repetition, padding, joining or formatting. Default 50,000,000. */
	max_string?: number;
}

export const DEFAULT_LIMITS = { max_range: 100_000, max_depth: 500, max_string: 50_000_000 } as const;

/**
 * Characters of the printed form or JSON of one value, and members compared for one equality. Lists that hold others
 * twice, which hold others twice, grow beyond all bounds with little effort.
 */
export const MAX_VALUE_SIZE = 10_000_000;

/** Longest integer that is converted to or from text, as in Python. */
export const MAX_INTEGER_DIGITS = 4300;

/** Bits of the largest integer that is computed at all; beyond it arithmetic would take noticeable time. */
export const MAX_INTEGER_BITS = 1_000_000;
