import data from "./data/dataset-libraries.json.js";
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
  "datadesigner"
];
const DATASET_LIBRARIES_UI_ELEMENTS = data;
export {
  DATASET_LIBRARIES_UI_ELEMENTS
};
