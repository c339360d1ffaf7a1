/** A library that loads datasets. */
export interface DatasetLibraryUiElement {
    prettyLabel: string;
    repoName: string;
    repoUrl: string;
    docsUrl?: string;
}
declare const DATASET_LIBRARY_KEYS: readonly ["mlcroissant", "webdataset", "datasets", "pandas", "dask", "distilabel", "fiftyone", "lance", "argilla", "polars", "duckdb", "datadesigner"];
/** Id of a library that loads data sets. */
export type DatasetLibraryKey = (typeof DATASET_LIBRARY_KEYS)[number];
/** Libraries that load datasets. */
export declare const DATASET_LIBRARIES_UI_ELEMENTS: Record<DatasetLibraryKey, DatasetLibraryUiElement>;
export {};
