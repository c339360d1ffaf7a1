/** The values of a column, a row each. */
export type Column = readonly (string | number)[];
interface Dataset {
    /** Columns of each split. */
    splits: Readonly<Record<string, Readonly<Record<string, Column>>>>;
}
/** The datasets the viewer knows. */
export declare const DATASETS: Readonly<Record<string, Dataset>>;
export {};
