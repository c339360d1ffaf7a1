/**
 * Keeps the results of a pure function of a string, for what every call works out anew.
 * @param most results that are kept; beyond, all are forgotten
 */
export declare function remember<Value>(find: (key: string) => Value, most?: number): (key: string) => Value;
