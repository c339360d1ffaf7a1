import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";

const ORIGIN = "http://sandbox.test";
export const HUB_KEY = { authorization: "Bearer hf_test" };

/** A sandbox with a shorthand for requests; `path` is below the shared origin, or a whole address. */
export function createAsker(options: SandboxOptions = {}) {
	const sandbox = createSandbox({ now: () => Date.UTC(2026, 0, 15, 12), ...options });
	const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
		sandbox(new Request(new URL(path, ORIGIN), { headers }));
	const post = (path: string, body: unknown, headers: Record<string, string> = HUB_KEY): Promise<Response> =>
		sandbox(
			new Request(new URL(path, ORIGIN), {
				method: "POST",
				headers: { "content-type": "application/json", ...headers },
				body: typeof body === "string" ? body : JSON.stringify(body),
			}),
		);
	/** The text of an answer to one message. */
	const say = async (content: string, more: Record<string, unknown> = {}): Promise<string> => {
		const messages = more["messages"] ?? [{ role: "user", content }];
		const response = await post("/v1/chat/completions", { model: "sandbox/chat", temperature: 0, ...more, messages });
		const data = (await response.json()) as { choices: { message: { content: string } }[] };
		return data.choices[0]?.message.content ?? "";
	};
	return { sandbox, get, post, say, fetch: asFetch(sandbox) };
}

/** A sandbox as a `fetch`: clients that use the real addresses need no other change. */
function asFetch(sandbox: (request: Request) => Promise<Response>): typeof fetch {
	return (input, init) => sandbox(new Request(input, init));
}
