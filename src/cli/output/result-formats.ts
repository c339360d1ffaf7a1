/** Values of `--format` for results. */
export const RESULT_FORMATS = ["text", "json", "ndjson", "table"] as const;

export type ResultFormat = (typeof RESULT_FORMATS)[number];
