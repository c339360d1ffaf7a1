import { expect, it } from "vitest";
import { failureOfStatus } from "../../src/batch/failure.ts";
import { codeOf } from "../../src/cli/errors/code.ts";
import { InferenceClientHubApiError, InferenceClientProviderApiError } from "../../src/errors.ts";
import { GatewayError } from "../../src/gateway/errors.ts";
import { formatMessagesError } from "../../src/gateway/messages-output.ts";
import { factsOfStatus } from "../../src/http/status-facts.ts";
import { kindOfStatus } from "../../src/http/status-kind.ts";

const request = { url: "https://a.example/v1", method: "POST", headers: {} };
const response = (status: number) => ({ requestId: "", status, body: "" });

it.each([
	[200, "failed", "provider-failed", "unavailable"],
	[302, "refused", "refused", "refused"],
	[400, "refused", "refused", "refused"],
	[401, "unauthorized", "unauthorized", "not_allowed"],
	[402, "unpaid", "no-credit", "not_allowed"],
	[408, "timeout", "refused", "timeout"],
	[410, "gone", "gone", "not_found"],
	[413, "too-large", "too-large", "refused"],
	[418, "refused", "refused", "refused"],
	[429, "rate-limited", "rate-limited", "rate_limited"],
	[500, "failed", "provider-failed", "unavailable"],
	[504, "unreachable", "provider-failed", "unavailable"],
	[529, "unavailable", "unavailable", "unavailable"],
	[599, "failed", "provider-failed", "unavailable"],
])("status %d means the same at every door: %s", (status, kind, code, failure) => {
	expect(kindOfStatus(status)).toBe(kind);
	expect(codeOf(new InferenceClientProviderApiError("no", request, response(status)))).toBe(code);
	expect(failureOfStatus(status)).toBe(failure);
});

it("tells the faults of Hugging Face from those of a provider", () => {
	expect(codeOf(new InferenceClientHubApiError("no", request, response(502)))).toBe("hub-failed");
	expect(codeOf(new InferenceClientHubApiError("no", request, response(503)))).toBe("unavailable");
});

it.each([402, 408, 410, 429, 500, 501, 502, 503, 504, 529])("another provider may succeed after %d", (status) => {
	expect(factsOfStatus(status).mayPassElsewhere).toBe(true);
});

it.each([
	[402, "insufficient_quota", "billing_error", "false"],
	[404, "invalid_request_error", "not_found_error", "false"],
	[408, "invalid_request_error", "invalid_request_error", undefined],
	[429, "rate_limit_error", "rate_limit_error", undefined],
	[503, "server_error", "overloaded_error", undefined],
])("the gateway's error of %d has the type that clients of each API know", (status, openai, anthropic, shouldRetry) => {
	const error = new GatewayError(status, "no");
	expect(error.toBody().error.type).toBe(openai);
	const { body, headers } = formatMessagesError(error, undefined);
	expect(body).toMatchObject({ error: { type: anthropic } });
	expect(headers["x-should-retry"]).toBe(shouldRetry);
});
