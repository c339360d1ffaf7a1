import { expect, it } from "vitest";
import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
	InferenceClientRoutingError,
	type JsonObject,
} from "../../src/errors.ts";
import { ReplayMissError } from "../../src/exchange/index.ts";
import { GatewayError, QueueStopped, StreamCut } from "../../src/gateway/errors.ts";
import { describeFailure, describeUnfoundServer } from "../../src/gateway/failure.ts";
import type { Target } from "../../src/gateway/types.ts";

const request = { url: "https://a.example/v1", method: "POST" };
const answered = (status: number, body: JsonObject | string, retryAfter?: number) =>
	new InferenceClientProviderApiError("It failed.", request, {
		requestId: "",
		status,
		body,
		...(retryAfter === undefined ? {} : { retryAfter }),
	});
const hub = (status: number) =>
	new InferenceClientHubApiError("Hugging Face failed.", request, { requestId: "", status, body: "" });
const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const groq: Target = { model: "org/m", provider: "groq" };
const routed: Target = { model: "org/m", provider: undefined };
const local: Target = { model: "m", provider: "ollama", isLocal: true };
const missed = { method: "POST", host: "a.example", path: "/v1" } as ConstructorParameters<typeof ReplayMissError>[0];
const auth = { code: "provider_auth" };
const unknown = { code: "model_not_found", param: "model" };
const none = { code: null };

it.each<
	[
		error: unknown,
		target: Target,
		status: number,
		message: string,
		details: object,
		canFailOver: boolean,
		outcome?: object,
		isLimit?: boolean,
	]
>([
	[
		new QueueStopped(1500),
		routed,
		429,
		"the router (org/m) is rate limited for 2 s.",
		{ code: "rate_limit_exceeded", retryAfter: 1.5 },
		true,
		{ status: 429 },
		true,
	],
	[
		new QueueStopped(1000, "Slow."),
		groq,
		429,
		"groq is rate limited for 1 s: Slow.",
		{ code: "rate_limit_exceeded", retryAfter: 1 },
		true,
		{ status: 429 },
		true,
	],
	[new GatewayError(418, "Tea", { code: "tea" }), groq, 418, "Tea", { code: "tea" }, false],
	[hub(500), groq, 502, "Hugging Face failed.", { code: "hub_unavailable" }, true],
	[hub(499), groq, 404, "Hugging Face failed.", unknown, false],
	[hub(401), groq, 404, "There is no model org/m on Hugging Face that you may use.", unknown, false],
	[hub(403), groq, 404, "There is no model org/m on Hugging Face that you may use.", unknown, false],
	[hub(404), groq, 404, "There is no model org/m on Hugging Face that you may use.", unknown, false],
	[
		new ReplayMissError(missed, "calls", undefined),
		groq,
		404,
		"No recording of POST a.example/v1 in calls: it contains no recordings.",
		{ code: "not_recorded" },
		false,
	],
	[new InferenceClientInputError("Not served.", "model-not-served"), groq, 404, "Not served.", unknown, false],
	[new InferenceClientInputError("Not supported.", "model-unsupported"), groq, 404, "Not supported.", unknown, false],
	[new InferenceClientInputError("No task.", "task-unsupported"), groq, 404, "No task.", unknown, false],
	[new InferenceClientInputError("Nobody.", "unknown-provider"), groq, 404, "Nobody.", unknown, false],
	[
		new InferenceClientInputError("Needs a key.", "own-key-needed"),
		routed,
		401,
		"the router (org/m): Needs a key.",
		auth,
		false,
	],
	[
		new InferenceClientInputError("No model.", "no-model"),
		groq,
		400,
		"No model.",
		{ code: "invalid_value", param: "model" },
		false,
	],
	[
		new InferenceClientInputError("Too long.", "over-limit"),
		groq,
		400,
		"Too long.",
		{ code: "invalid_value", param: null },
		false,
	],
	[new InferenceClientRoutingError("Nowhere."), groq, 401, "Nowhere.", auth, false],
	[
		new InferenceClientProviderOutputError("Odd."),
		groq,
		502,
		"groq: Odd.",
		{ code: "malformed_response" },
		true,
		{ error: "ProviderOutputError" },
	],
	[
		new InferenceClientProviderOutputError("Odd.", "failed"),
		groq,
		502,
		"groq: Odd.",
		{ code: "failed_response" },
		true,
		{ error: "ProviderOutputError" },
	],
	[
		new InferenceClientProviderOutputError("Late.", "timeout"),
		groq,
		504,
		"groq: Late.",
		{ code: "timeout" },
		true,
		{ error: "ProviderOutputError" },
	],
	[
		named("FirstTokenTimeout", "No token."),
		groq,
		504,
		"groq: No token.",
		{ code: "first_token_timeout" },
		true,
		{ error: "FirstTokenTimeout" },
	],
	[named("TimeoutError", "Late."), groq, 504, "groq: Late.", { code: "timeout" }, true, { error: "TimeoutError" }],
	[
		new StreamCut(),
		groq,
		502,
		"groq: The stream was cut off before the answer was complete.",
		{ code: "stream_cut" },
		true,
		{ error: "StreamCut" },
	],
	[
		new TypeError("fetch failed", { cause: new Error("no route") }),
		groq,
		502,
		"groq cannot be reached: no route",
		{ code: "network_error" },
		true,
		{ error: "TypeError" },
	],
	[
		new TypeError("fetch failed", { cause: new Error("") }),
		groq,
		502,
		"groq cannot be reached: fetch failed",
		{ code: "network_error" },
		true,
		{ error: "TypeError" },
	],
	[
		new TypeError("fetch failed", { cause: "x" }),
		groq,
		502,
		"groq cannot be reached: fetch failed",
		{ code: "network_error" },
		true,
		{ error: "TypeError" },
	],
	["broken", groq, 502, "groq cannot be reached: broken", { code: "network_error" }, true, { error: "Error" }],
	[
		answered(401, { error: "Bad key" }),
		groq,
		401,
		"groq refused the key or token that hub sent (401): Bad key",
		auth,
		false,
	],
	[
		answered(403, ""),
		routed,
		403,
		"the router (org/m) refused the key or token that hub sent (403): It failed.",
		auth,
		false,
	],
	[
		answered(400, { error: { message: "No", code: "c", type: "t", param: "p" } }),
		groq,
		400,
		"No",
		{ code: "c", type: "t", param: "p" },
		false,
	],
	[answered(400, { error: { message: "No", code: 5, type: null } }), groq, 400, "No", none, false],
	[answered(404, {}), groq, 404, "It failed.", none, false],
	[answered(404, {}), local, 404, "It failed.", none, true],
	[answered(402, {}), groq, 402, "It failed.", none, true],
	[answered(408, {}), groq, 408, "It failed.", none, true],
	[answered(410, {}), groq, 410, "It failed.", none, true],
	[answered(409, {}), groq, 409, "It failed.", none, false],
	[
		answered(429, {}, 7),
		groq,
		429,
		"It failed.",
		{ code: "rate_limit_exceeded", retryAfter: 7 },
		true,
		{ status: 429 },
		true,
	],
	[
		answered(429, { error: { code: "insufficient_quota" } }),
		groq,
		429,
		"code: insufficient_quota",
		{ code: "insufficient_quota" },
		true,
		{ status: 429 },
		true,
	],
	[answered(599, {}), groq, 599, "It failed.", none, true],
	[answered(600, {}), groq, 502, "It failed.", none, true],
	[answered(302, {}), groq, 502, "It failed.", { code: "redirect_refused" }, true],
	[answered(300, {}), groq, 502, "It failed.", { code: "redirect_refused" }, true],
	[answered(200, { error: { code: 400 } }), groq, 400, "It failed.", none, false],
	[answered(200, { error: { code: 399, status: 503 } }), groq, 503, "It failed.", none, true],
	[answered(200, { error: { code: 600 }, status_code: 599 }), groq, 599, "It failed.", none, true],
	[answered(200, { error: { code: 400.5 } }), groq, 502, "It failed.", none, true],
	[answered(200, { error: { code: "400" } }), groq, 502, "code: 400", { code: "400" }, true],
])(
	"the failure of row %# is what the client and the failover see",
	(error, target, status, message, details, canFailOver, outcome = { status }, isLimit = false) => {
		const { error: found, ...failure } = describeFailure(error, target);
		expect(failure).toEqual({ canFailOver, isLimit, outcome });
		expect([found.status, found.message]).toEqual([status, message]);
		expect(found.details).toEqual(details);
	},
);

it.each([
	[new GatewayError(502, "No server"), 502, {}],
	[new Error("Not running"), 503, { code: "local_server_unavailable" }],
	["Nothing", 503, { code: "local_server_unavailable" }],
])("a local server that was not found lets the next target answer: %#", (error, status, details) => {
	const { error: found, ...failure } = describeUnfoundServer(error);
	expect(failure).toEqual({ canFailOver: true, isLimit: false, outcome: { error: "LocalServerUnavailable" } });
	expect([found.status, found.details, found.message]).toEqual([
		status,
		details,
		error instanceof Error ? error.message : error,
	]);
});
