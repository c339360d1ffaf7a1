/** A whole number of a request within bounds. */
export declare function readCount(fields: Readonly<Record<string, unknown>>, name: string, most: number): number;
