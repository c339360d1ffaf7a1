import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { API_FOLDER, reportApi } from "../../scripts/api-report.ts";
import { ENTRY_POINTS } from "../../scripts/build/entry-points.ts";

/** A change of what the package exports is meant, or is noticed here. `npm run update -- api` writes the reports. */
const reports = reportApi();

describe("the API report", () => {
	it("has a file for each entry point, and one for what they use without exporting it", () => {
		expect(reports.size).toBe(Object.keys(ENTRY_POINTS).length + 1);
		expect(readdirSync(API_FOLDER).sort()).toEqual([...reports.keys()].sort());
	});

	it.each([...reports])("etc/api/%s is up to date (npm run update -- api)", (name, text) => {
		expect(readFileSync(join(API_FOLDER, name), "utf8")).toBe(text);
	});

	it("has signatures, and nothing that only a class itself sees", () => {
		const index = reports.get("index.api.md") ?? "";
		expect(index).toContain("class InferenceClient ");
		expect(index).toMatch(/chatCompletion[^\n]*ChatCompletionInput/);
		expect([...reports.values()].join("")).not.toMatch(/^ +(?:#private|private )|import\("\./m);
	});

	const names = (report: string): string[] =>
		[...(reports.get(report) ?? "").matchAll(/^## (\S+)$/gm)].map(([, name = ""]) => name);

	it.each([
		[
			"index.api.md",
			/^(Wire|Reply|Args|ArgsOf|OwnArgs|ProviderArgs|ProviderParameters|Partially|Padding|With.*|Labelled.*|DepthEstimation.*|VideoClassification.*|ZeroShotObjectDetection.*)$/,
		],
		[
			"tasks.api.md",
			/^(closestWord|SIGNATURES|Signature|TASK_ALIASES|TASK_NAMES|findTask|findTaskGuide|loadTaskParameters|Extensible|InputOf)$/,
		],
		["jinja.api.md", /^(float|splitSpecialTokens|TextPart|Token|TokenType)$/],
		["jinja-core.api.md", /^(float|splitSpecialTokens|TextPart|Token|TokenType)$/],
		["batch.api.md", /^(createLimiter|Limiter.*|readRateLimits|RateLimits|describeFailure)$/],
		["gateway.api.md", /^(isStream|parseAlias|parseTarget)$/],
		["sandbox.api.md", /^(parseFaults|SAMPLES|findSample)$/],
	])("of %s has no plumbing", (report, plumbing) => {
		expect(names(report).length).toBeGreaterThan(5);
		expect(names(report).filter((name) => plumbing.test(name))).toEqual([]);
	});

	it("has every error that a call throws", () => {
		expect(names("index.api.md").filter((name) => /^[A-Z].*Error$/.test(name))).toEqual([
			"InferenceClientAnswerCutError",
			"InferenceClientDeadlineError",
			"InferenceClientDownloadError",
			"InferenceClientError",
			"InferenceClientHubApiError",
			"InferenceClientInputError",
			"InferenceClientProviderApiError",
			"InferenceClientProviderOutputError",
			"InferenceClientRoutingError",
			"InferenceClientToolRunError",
			"ReplayMissError",
			"SecretFoundError",
		]);
	});
});
