/**
 * A worker that streams the answer of a model as plain text, for runtimes with `export default { fetch }`
 * (Cloudflare Workers, Deno Deploy, Bun). It uses web standards only: `GET /?q=Why is the sky blue?`
 */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

interface Environment {
	HF_TOKEN?: string;
}

export default {
	async fetch(request: Request, env: Environment = {}): Promise<Response> {
		const question = new URL(request.url).searchParams.get("q");
		if (!question) return new Response("Ask with ?q=…\n", { status: 400 });
		const client = env.HF_TOKEN
			? new InferenceClient(env.HF_TOKEN)
			: new InferenceClient("hf_any", { fetch: createSandbox() });

		// If the visitor disconnects, the call to the provider is canceled.
		const chunks = client.chatCompletionStream(
			{ model: "Qwen/Qwen3-32B", messages: [{ role: "user", content: question }] },
			{ signal: request.signal },
		);
		const text = new ReadableStream<string>({
			async pull(controller) {
				const { done, value } = await chunks.next();
				if (done) controller.close();
				else controller.enqueue(value.choices[0]?.delta.content ?? "");
			},
			cancel: () => void chunks.return(undefined),
		});
		return new Response(text.pipeThrough(new TextEncoderStream()), {
			headers: { "content-type": "text/plain; charset=utf-8" },
		});
	},
};
