import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import type { Fetch } from "../../src/http/index.ts";
import { type RecordedRequest, type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";

/** Provider → what it answers, in turn; the last one again and again. */
export type Upstream = Record<string, readonly ScriptedAnswer[]>;

export interface Scripted {
	gateway: Gateway;
	server: ScriptedServer;
	/** The requests for models, by provider. */
	asked(provider: string): RecordedRequest[];
}

/** A gateway in front of providers that follow a script, all behind a router on loopback; `model` is served by each. */
export async function scriptedGateway(upstream: Upstream, options: GatewayOptions = {}): Promise<Scripted> {
	const turns = new Map<string, number>();
	const providers = Object.keys(upstream);
	const server = await startServer(({ method, path }) => {
		if (path.startsWith("/api/models/")) {
			const entry = { status: "live", task: "conversational", providerId: "model" };
			return { body: { inferenceProviderMapping: Object.fromEntries(providers.map((id) => [id, entry])) } };
		}
		const provider = providers.find((id) => path.startsWith(`/${id}/`));
		if (method !== "POST" || provider === undefined) return { status: 404, body: { error: "not found" } };
		const turn = turns.get(provider) ?? 0;
		turns.set(provider, turn + 1);
		const answers = upstream[provider] ?? [];
		return answers[turn] ?? answers.at(-1) ?? {};
	});
	const fetch: Fetch = (input, init) => globalThis.fetch(input, init);
	const gateway = createGateway({
		fetch,
		token: "hf_secret_token_of_the_hub_1",
		call: { hubUrl: server.url, routerUrl: server.url, cache: new Map() },
		aliases: { model: providers.map((id) => `org/model:${id}`) },
		offers: () => undefined,
		...options,
	});
	return {
		gateway,
		server,
		asked: (provider) => server.requests.filter(({ path }) => path.startsWith(`/${provider}/`)),
	};
}

const head = { id: "chat-1", created: 1, model: "model" };

export const whole: ScriptedAnswer = {
	body: {
		...head,
		object: "chat.completion",
		choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
		usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
	},
};

const event = (delta: object, finish: string | null = null): string =>
	`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

export const ROLE = event({ role: "assistant", content: "" });
export const TOKEN = event({ content: "Hello" });
export const FINISH = event({}, "stop");
export const DONE = "data: [DONE]\n\n";

/** An answer as a stream of these events. */
export function streamed(events: string, more: Partial<ScriptedAnswer> = {}): ScriptedAnswer {
	return { headers: { "content-type": "text/event-stream" }, body: events, ...more };
}

export const stream = streamed(ROLE + TOKEN + FINISH + DONE);
