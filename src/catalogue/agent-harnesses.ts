import { keysOf } from "../base/json.ts";
import harnesses from "./data/agent-harnesses.json" with { type: "json" };

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

/** Ids of all coding tools, in the order of detection. */
export const AGENT_HARNESS_KEYS = keysOf(harnesses.entries);

/** Id of a coding tool. */
export type AgentHarnessKey = (typeof AGENT_HARNESS_KEYS)[number];

/** The known tools, in the order of detection: special cases before general ones. */
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
