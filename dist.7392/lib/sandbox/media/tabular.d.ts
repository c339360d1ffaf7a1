/** Columns of a table. */
export type Columns = Readonly<Record<string, readonly unknown[]>>;
/** Returns a class for each row: 1 for rows above the average, else 0. */
export declare function classifyRows(columns: Columns): number[];
/** Returns a value for each row: the mean of its numbers, moved by how it compares with the others. */
export declare function estimateRows(columns: Columns): number[];
