import { keysOf } from "../base/json.ts";
import harnesses from "./data/agent-harnesses.json" with { type: "json" };
import datasetLibraries from "./data/dataset-libraries.json" with { type: "json" };
import frameworks from "./data/evaluation-frameworks.json" with { type: "json" };

/** A coding tool that runs commands on a model's behalf. */
export interface AgentHarness {
	prettyLabel: string;
	repoUrl?: string;
	docsUrl?: string;
	/**
	 * Environment variables that identify it; one is enough: `*` for any value, `abc*` for a beginning, else the exact
	 * value.
	 */
	envVars?: Record<string, string>;
}

/** Ids of all coding tools, in the order they are looked for. */
export const AGENT_HARNESS_KEYS = keysOf(harnesses.entries);

/** Id of a coding tool. */
export type AgentHarnessKey = (typeof AGENT_HARNESS_KEYS)[number];

/** The known tools, in the order they are tried: a special case comes before the general one. */
export const AGENT_HARNESSES: Record<AgentHarnessKey, AgentHarness> = harnesses.entries;

/** Variables in which a tool states its id. */
export const STANDARD_AGENT_ENV_VARS: readonly string[] = harnesses.standardEnvVars;

function matches(value: string | undefined, pattern: string): boolean {
	if (!value) return false;
	return pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}

/**
 * Returns the tool that runs this program, `unknown` if the stated id is not in the table, undefined if there is no
 * sign of one.
 */
export function detectAgentHarness(
	environment: Readonly<Record<string, string | undefined>>,
): AgentHarnessKey | "unknown" | undefined {
	const stated = STANDARD_AGENT_ENV_VARS.map((name) => environment[name]).find(Boolean);
	if (stated) return AGENT_HARNESS_KEYS.find((key) => key === stated) ?? "unknown";
	return AGENT_HARNESS_KEYS.find((key) =>
		Object.entries(AGENT_HARNESSES[key].envVars ?? {}).some(([name, pattern]) => matches(environment[name], pattern)),
	);
}

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

/** Id of a library that loads data sets. */
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
