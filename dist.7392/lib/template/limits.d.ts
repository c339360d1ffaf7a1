/** Limits of a render. Exceeding one throws a `TemplateLimitError`. */
export interface Limits {
    /** Items of a `range`. Default 100,000. */
    max_range?: number;
    /** Nested macros, includes, blocks and recursive loops. Default 500. */
    max_depth?: number;
    /**
     * Steps: evaluated nodes of the syntax tree, iterations of loops, items and characters (32 to a step) that filters and
     * methods walk over. Default: no limit.
     */
    max_steps?: number;
    /** Milliseconds of rendering. Default: no limit. */
    max_time?: number;
    /** Characters of output, captured output included. Default: no limit. */
    max_output?: number;
    /** Characters of one string made by repetition, padding, joining or formatting. Default 50,000,000. */
    max_string?: number;
}
export declare const DEFAULT_LIMITS: {
    readonly max_range: 100000;
    readonly max_depth: 500;
    readonly max_string: 50000000;
};
/** Limits for templates that come from others: no render of theirs takes more than about ten seconds. */
export declare const untrustedLimits: {
    readonly max_range: 100000;
    readonly max_depth: 500;
    readonly max_steps: 200000000;
    readonly max_time: 10000;
    readonly max_output: 50000000;
    readonly max_string: 20000000;
};
/** Items of one list or tuple made by adding and repeating. */
export declare const MAX_ITEMS = 10000000;
/**
 * Characters of the printed form or JSON of one value, and members compared for one equality. Lists that hold others
 * twice, which hold others twice, grow beyond all bounds with little effort.
 */
export declare const MAX_VALUE_SIZE = 10000000;
/** Longest integer that is converted to or from text, as in Python. */
export declare const MAX_INTEGER_DIGITS = 4300;
/** Bits of the largest integer that is computed at all; beyond it arithmetic would take noticeable time. */
export declare const MAX_INTEGER_BITS = 1000000;
