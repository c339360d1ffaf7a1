export type Table = Readonly<Record<string, readonly unknown[]>>;
export interface TableAnswer {
    answer: string;
    coordinates: [row: number, column: number][];
    cells: string[];
    aggregator: "NONE" | "SUM" | "AVERAGE" | "COUNT";
}
/** Looks the answer to a question up in a table: picks rows and a column by its words, then counts, adds or compares. */
export declare function askTable(question: string, table: Table): TableAnswer;
