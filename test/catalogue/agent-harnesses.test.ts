import { describe, expect, it } from "vitest";
import {
	AGENT_HARNESS_KEYS,
	AGENT_HARNESSES,
	type AgentHarness,
	detectAgentHarness,
	STANDARD_AGENT_ENV_VARS,
} from "../../src/tasks.ts";
import { readSpecification } from "./specification.ts";

const { agentHarnesses } = readSpecification<{
	agentHarnesses: { standardEnvVars: string[]; unknownId: string; entries: Record<string, AgentHarness> };
}>("extras");

describe("agent harnesses", () => {
	it("lists the table in order", () => {
		expect(Object.entries(AGENT_HARNESSES)).toEqual(Object.entries(agentHarnesses.entries));
		expect(AGENT_HARNESS_KEYS).toEqual(Object.keys(agentHarnesses.entries));
		expect(AGENT_HARNESS_KEYS).toHaveLength(26);
		expect(STANDARD_AGENT_ENV_VARS).toEqual(agentHarnesses.standardEnvVars);
	});

	it.each(
		Object.entries(agentHarnesses.entries).flatMap(([key, { envVars = {} }]) =>
			Object.entries(envVars).map(([name, pattern]) => ({ key, name, value: pattern.replace("*", "x") })),
		),
	)("recognizes $key by $name=$value", ({ key, name, value }) => {
		expect(detectAgentHarness({ [name]: value })).toBe(key);
	});

	it.each([
		{ environment: {}, expected: undefined },
		{ environment: { CLAUDECODE: "" }, expected: undefined },
		{ environment: { TERM_PROGRAM: "Terminal" }, expected: undefined },
		{ environment: { VTCODE: "0" }, expected: undefined },
		{ environment: { CLAUDECODE: "1", CLAUDE_CODE_IS_COWORK: "1" }, expected: "cowork" },
		{ environment: { CURSOR_AGENT: "1", CURSOR_TRACE_ID: "1" }, expected: "cursor-cli" },
		{ environment: { AI_AGENT: "devin", CLAUDECODE: "1" }, expected: "devin" },
		{ environment: { AGENT: "my-own", CLAUDECODE: "1" }, expected: agentHarnesses.unknownId },
		{ environment: { AI_AGENT: "toString" }, expected: agentHarnesses.unknownId },
	])("finds $expected in $environment", ({ environment, expected }) => {
		expect(detectAgentHarness(environment)).toBe(expected);
	});
});
