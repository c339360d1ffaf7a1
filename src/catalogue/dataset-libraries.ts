import data from "./data/dataset-libraries.json" with { type: "json" };

/** A library that loads datasets. */
export interface DatasetLibraryUiElement {
	prettyLabel: string;
	repoName: string;
	repoUrl: string;
	docsUrl?: string;
}

const DATASET_LIBRARY_KEYS = [
	"mlcroissant",
	"webdataset",
	"datasets",
	"pandas",
	"dask",
	"distilabel",
	"fiftyone",
	"lance",
	"argilla",
	"polars",
	"duckdb",
	"datadesigner",
] as const;

/** Id of a library that loads data sets. */
export type DatasetLibraryKey = (typeof DATASET_LIBRARY_KEYS)[number];

/** Libraries that load datasets. */
export const DATASET_LIBRARIES_UI_ELEMENTS: Record<DatasetLibraryKey, DatasetLibraryUiElement> = data;
