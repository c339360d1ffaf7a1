/** A program that imports part of the package, and its largest size in bytes, minified and compressed. */
export interface Budget {
	name: string;
	program: string;
	limit: number;
	compressed: number;
}

/** `npm run check:size` checks them with each bundler, `npm test` with esbuild. */
export const BUDGETS: readonly Budget[] = [
	{
		name: "an error class without request",
		program: `export { InferenceClientInputError } from "modelhub";`,
		limit: 700,
		compressed: 400,
	},
	{
		name: "an error class that removes secrets",
		program: `export { InferenceClientProviderApiError } from "modelhub";`,
		limit: 6_200,
		compressed: 3_000,
	},
	{
		name: "the task ids",
		program: `export { PIPELINE_TYPES } from "modelhub/tasks";`,
		limit: 2_000,
		compressed: 600,
	},
	{
		name: "the facts of all tasks",
		program: `export { PIPELINE_DATA } from "modelhub/tasks";`,
		limit: 12_000,
		compressed: 3_000,
	},
	{
		name: "the record of one task",
		program: `export { default } from "modelhub/tasks/text-to-image";`,
		limit: 3_500,
		compressed: 1_700,
	},
	{
		name: "chat alone",
		program: `export { chatCompletion } from "modelhub";`,
		limit: 45_400,
		compressed: 17_700,
	},
	{
		name: "all providers with their adapters",
		program: `export { PROVIDERS } from "modelhub";`,
		limit: 57_400,
		compressed: 20_400,
	},
	{
		name: "the client",
		program: `export { InferenceClient } from "modelhub";`,
		limit: 126_000,
		compressed: 45_100,
	},
	{
		name: "templates",
		program: `export { Template } from "modelhub/jinja/core";`,
		limit: 91_800,
		compressed: 31_700,
	},
	{
		name: "templates with all of Jinja2",
		program: `export { Template } from "modelhub/jinja";`,
		limit: 155_000,
		compressed: 55_500,
	},
];
