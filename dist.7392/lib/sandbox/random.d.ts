/** Numbers that look random and repeat for the same start. */
export interface Random {
    /** At least 0, less than 1. */
    next(): number;
    /** A whole number, at least 0 and less than `limit`. */
    below(limit: number): number;
    pick<T>(items: readonly [T, ...T[]]): T;
}
/** Returns a whole number from 0 to 2³²-1 that any change of a part changes (FNV-1a). */
export declare function hash(...parts: readonly (string | number)[]): number;
/** Returns a sequence that is the same for the same parts. */
export declare function createRandom(...parts: readonly (string | number)[]): Random;
