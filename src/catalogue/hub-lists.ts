import { keysOf } from "../base/json.ts";
import datasetLibraries from "./data/dataset-libraries.json" with { type: "json" };
import frameworks from "./data/evaluation-frameworks.json" with { type: "json" };

export * from "./agent-harnesses.ts";

/** A library that loads datasets. */
export interface DatasetLibraryUiElement {
	/** Name in tags and on buttons. */
	prettyLabel: string;
	/** Name of the source repository. */
	repoName: string;
	repoUrl: string;
	docsUrl?: string;
}

// Declarations would import the JSON of a type that names it, which packages do not have.
const DATASET_LIBRARY_KEYS = keysOf(datasetLibraries);

/** Id of a library that loads datasets. */
export type DatasetLibraryKey = (typeof DATASET_LIBRARY_KEYS)[number];

/** Libraries that load datasets. */
export const DATASET_LIBRARIES_UI_ELEMENTS: Record<DatasetLibraryKey, DatasetLibraryUiElement> = datasetLibraries;

/** A library that loads compute kernels. */
export interface KernelLibraryUiElement extends DatasetLibraryUiElement {
	/** Texts that load a kernel; absent if the library has none. */
	snippets?: (kernel: { id: string }) => string[];
}

/** Id of a library that loads kernels. */
export type KernelLibraryKey = "kernels";

/** Libraries that load compute kernels. */
export const KERNEL_LIBRARIES_UI_ELEMENTS: Record<KernelLibraryKey, KernelLibraryUiElement> = {
	kernels: {
		prettyLabel: "Kernels",
		repoName: "Kernels",
		repoUrl: "https://github.com/huggingface/kernels",
		docsUrl: "https://huggingface.co/docs/kernels",
		snippets: ({ id }) => [
			`# pip install kernels\nfrom kernels import get_kernel\n\nkernel = get_kernel(${JSON.stringify(id)})`,
		],
	},
};

/** A program that evaluates models. */
export interface EvaluationFramework {
	name: string;
	/** The abilities it measures. */
	description: string;
	url: string;
}

const EVALUATION_FRAMEWORK_KEYS = keysOf(frameworks);

/** Id of an evaluation framework. */
export type EvaluationFrameworkKey = (typeof EVALUATION_FRAMEWORK_KEYS)[number];

/** Benchmarks and the programs that run them, whose results Hugging Face shows. */
export const EVALUATION_FRAMEWORKS: Record<EvaluationFrameworkKey, EvaluationFramework> = frameworks;
