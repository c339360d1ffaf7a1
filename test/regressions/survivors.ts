import type { Proof } from "./proof.ts";

/** Faults put in by hand that all tests once passed. */
export const SURVIVORS: readonly Proof[] = [
	{
		behaviour: "cached tokens beyond those of the prompt cost nothing, and never a negative amount",
		test: "exchange/cost.test.ts: the cost of tokens is exact",
		fault: {
			file: "exchange/token-price.ts",
			find: "Math.min(usage.cached_tokens ?? 0, usage.input_tokens)",
			put: "usage.cached_tokens ?? 0",
		},
	},
	{
		behaviour: "floats are rounded to the precision asked for",
		test: "template/rendering.test.ts: fixtures",
		fault: {
			file: "template/builtins/full-numbers.ts",
			find: "float(Number(toFixed(value, precision)))",
			put: "float(Number(toFixed(value, 0)))",
		},
	},
	{
		behaviour: "the end of a slice in jq is rounded up",
		test: "cli/jq.test.ts: returns the results of jq",
		fault: { file: "cli/output/select/jq/values.ts", find: "Math.ceil(clamp(end", put: "Math.floor(clamp(end" },
	},
	{
		behaviour: "a job is polled as often as its provider allows, and no more",
		test: "inference/polls.test.ts: a job that never ends",
		fault: { file: "inference/adapters/poll.ts", find: "attempt < limit;", put: "attempt <= limit;" },
	},
	{
		behaviour: "a lock whose process is gone is free, also if its number belongs to another process",
		test: "lazy-build.test.ts: do not wait for one whose process is gone",
		fault: {
			file: "node-processes.ts",
			find: 'return now.started === there.started ? "alive" : "dead";',
			put: 'return "alive";',
		},
	},
	{
		behaviour: "a target whose probe failed by the client's fault is probed again",
		test: "gateway/openai-forms.test.ts: is probed again after the client of the probe has left",
		fault: { file: "gateway/ask-targets.ts", find: "else services.breaker.release(name);", put: "" },
	},
	{
		behaviour: "a target whose probe met a limit of its own is probed again",
		test: "gateway/openai-forms.test.ts: is probed again after a call that its limit did not let through",
		fault: {
			file: "gateway/ask-targets.ts",
			find: "catch (error) {\n\t\t\tservices.breaker.release(name);",
			put: "catch (error) {",
		},
	},
	{
		behaviour: "caches are told that answers differ by origin",
		test: "gateway/openai-forms.test.ts: answers to web pages",
		fault: { file: "gateway/access.ts", find: 'vary: "origin",', put: "" },
	},
];
