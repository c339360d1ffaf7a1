/** Limits of a render. Exceeding one throws a `TemplateLimitError`. */
export interface Limits {
	/** Items of a `range`. Default 100,000. */
	max_range?: number;
	/** Nested macros, includes, blocks and recursive loops. Default 500. */
	max_depth?: number;
	/**
	 * Steps: evaluated nodes of the syntax tree, iterations of loops, items and characters (32 per step) that filters and
	 * methods process. Default: no limit.
	 */
	max_steps?: number;
	/** Milliseconds of rendering. Default: no limit. */
	max_time?: number;
	/** Characters of output, captured output included. Default: no limit. */
	max_output?: number;
	/**
	 * Bytes of the strings, lists and dicts that a render makes, whether or not it still uses them; actual memory use is
	 * lower. Default: no limit.
	 */
	max_memory?: number;
	/** Characters of one string made by repetition, padding, joining or formatting. Default 50,000,000. */
	max_string?: number;
}

export const DEFAULT_LIMITS = { max_range: 100_000, max_depth: 500, max_string: 50_000_000 } as const;

/** Limits for untrusted templates: no render takes more than about ten seconds, or 250 MB. */
export const untrustedLimits = {
	...DEFAULT_LIMITS,
	max_steps: 200_000_000,
	max_time: 10_000,
	max_output: 50_000_000,
	max_string: 5_000_000,
	max_memory: 100_000_000,
} as const satisfies Limits;

/** Items of one list or tuple made by adding and repeating. */
export const MAX_ITEMS = 10_000_000;

/**
 * Characters of the printed form or JSON of one value, and members compared for one equality. Lists that contain others
 * twice, which contain others twice, grow exponentially.
 */
export const MAX_VALUE_SIZE = 10_000_000;

/** Longest integer that is converted to or from text, as in Python. */
export const MAX_INTEGER_DIGITS = 4300;

/** Bits of the largest computed integer; beyond it arithmetic would take noticeable time. */
export const MAX_INTEGER_BITS = 1_000_000;
