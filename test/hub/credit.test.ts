import { describe, expect, it } from "vitest";
import { InferenceClientHubApiError } from "../../src/errors.ts";
import { fetchCredit } from "../../src/hub/index.ts";
import { type ScriptedAnswer, serve } from "../helpers/server.ts";

const NOW = Date.parse("2026-11-28T12:00:00.500Z");

async function ask(answer: ScriptedAnswer) {
	const server = await serve(answer);
	const credit = fetchCredit(NOW, { hubUrl: server.url, accessToken: "hf_verysecret" });
	return { server, credit };
}

const usage = (inferenceProviders: unknown): ScriptedAnswer => ({ body: { usage: { inferenceProviders } } });

describe("the credit of an account", () => {
	it("is asked for since the month began, in seconds, with the token", async () => {
		const { server, credit } = await ask(
			usage({ includedNanoUsd: 100_000_000, usedNanoUsd: 30_000_000, periodEnd: "2026-11-30T23:59:59.999Z" }),
		);
		expect(await credit).toEqual({ included: 0.1, used: 0.03, left: 0.07, periodEnd: "2026-11-30T23:59:59.999Z" });
		const [{ path, headers } = { path: "", headers: {} }] = server.requests;
		expect(path).toBe("/api/settings/billing/usage-v2?startDate=1793491200&endDate=1795867200");
		expect(headers).toMatchObject({ authorization: "Bearer hf_verysecret" });
	});

	it("is never less than nothing", async () => {
		const { credit } = await ask(usage({ includedNanoUsd: 0, usedNanoUsd: 5_000_000_000, periodEnd: "soon" }));
		expect(await credit).toEqual({ included: 0, used: 5, left: 0 });
	});

	it.each<[string, ScriptedAnswer]>([
		["the token may not read it", { status: 403, body: { error: "Forbidden" } }],
		["the token is not known", { status: 401, body: { error: "Invalid" } }],
		["the site has no such page", { status: 404, body: "Not Found" }],
		["there is no such record", { body: [] }],
		["what is used is missing", usage({ includedNanoUsd: 1 })],
		["amounts are no numbers", usage({ includedNanoUsd: "1", usedNanoUsd: "1" })],
		["amounts are negative", usage({ includedNanoUsd: 1, usedNanoUsd: -1 })],
		["the record is null", usage(null)],
		["the record is a text", usage("none")],
	])("is not known if %s", async (_, answer) => {
		const { credit } = await ask(answer);
		expect(await credit).toBeUndefined();
	});

	it("is an error if the site fails", async () => {
		const { credit } = await ask({ status: 500, body: "oops" });
		await expect(credit).rejects.toThrow(InferenceClientHubApiError);
	});
});
