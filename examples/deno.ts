/**
 * A chat over HTTP in Deno: `deno run --allow-net --allow-env --allow-read examples/deno.ts`, then
 * `curl 'http://127.0.0.1:8000/?q=Hello'`.
 */
import worker from "./worker.ts";

interface DenoRuntime {
	env: { get(name: string): string | undefined };
	serve(options: { hostname: string; port: number }, handler: (request: Request) => Promise<Response>): unknown;
}
const { Deno } = globalThis as unknown as { Deno: DenoRuntime };

const token = Deno.env.get("HF_TOKEN");
const port = Number(Deno.env.get("PORT") ?? 8000);
Deno.serve({ hostname: "127.0.0.1", port }, (request) => worker.fetch(request, token ? { HF_TOKEN: token } : {}));
