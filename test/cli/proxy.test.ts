import { describe, expect, it } from "vitest";
import { findProxy } from "../../src/cli/network/connect.ts";
import { serve } from "../helpers/server.ts";
import { createHome } from "../helpers/session.ts";

const proxy = "http://proxy.test:8080";

describe("the proxy of a URL", () => {
	it.each<[string, Record<string, string>, string | undefined, string | undefined]>([
		["http://a.test/", {}, undefined, undefined],
		["http://a.test/", { HTTP_PROXY: proxy }, undefined, proxy],
		["https://a.test/", { HTTP_PROXY: proxy }, undefined, undefined],
		["https://a.test/", { HTTPS_PROXY: proxy }, undefined, proxy],
		["https://a.test/", { https_proxy: "low.test:1" }, undefined, "http://low.test:1"],
		["https://a.test/", { https_proxy: "", HTTPS_PROXY: proxy }, undefined, proxy],
		["http://a.test/", { ALL_PROXY: proxy }, undefined, proxy],
		["http://a.test/", { HTTP_PROXY: proxy, NO_PROXY: "b.test,a.test" }, undefined, undefined],
		["http://x.a.test/", { HTTP_PROXY: proxy, NO_PROXY: ".a.test" }, undefined, undefined],
		["http://xa.test/", { HTTP_PROXY: proxy, NO_PROXY: "a.test" }, undefined, proxy],
		["http://a.test:81/", { HTTP_PROXY: proxy, NO_PROXY: "a.test:80" }, undefined, proxy],
		["http://a.test/", { HTTP_PROXY: proxy, NO_PROXY: "*" }, undefined, undefined],
		["http://a.test/", { NO_PROXY: "a.test" }, proxy, proxy],
		["http://127.0.0.1:5000/", { HTTP_PROXY: proxy }, undefined, undefined],
		["http://localhost/", { HTTP_PROXY: proxy }, proxy, undefined],
		["http://[::1]:5000/", { ALL_PROXY: proxy }, undefined, undefined],
	])("%s with %j and --proxy %s is %s", (url, env, given, expected) => {
		expect(findProxy(new URL(url), env, given)).toBe(expected);
	});
});

describe("a call through a proxy", () => {
	const answer = {
		headers: { "content-type": "text/event-stream" },
		body: 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n',
	};

	it.each([
		["HTTP_PROXY", "", (url: string) => ({ HTTP_PROXY: url })],
		["--proxy", "--proxy URL", () => ({})],
	])("of %s arrives", async (_, flags, env) => {
		const server = await serve(answer);
		const home = createHome();
		try {
			const line = `hub infer -t chat -m a/b ${flags.replace("URL", server.url)} hello`;
			const outcome = await home.run(line, { env: { HUB_ROUTER_URL: "http://router.test", ...env(server.url) } });
			expect(outcome).toEqual({ code: 0, stdout: "Hi\n", stderr: "" });
			expect(server.requests[0]?.path).toBe("http://router.test/v1/chat/completions");
		} finally {
			home.remove();
		}
	});

	it("does not proxy loopback URLs", async () => {
		const [server, other] = [await serve(answer), await serve(answer)];
		const home = createHome();
		try {
			const env = { HUB_ROUTER_URL: server.url, HTTP_PROXY: other.url, ALL_PROXY: other.url };
			const outcome = await home.run("hub infer -t chat -m a/b hello", { env });
			expect(outcome.stdout).toBe("Hi\n");
			expect(other.requests).toEqual([]);
		} finally {
			home.remove();
		}
	});
});
