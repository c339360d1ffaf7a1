import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const TOKEN = "hf_lyingAroundSomewhere1";

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

const call = (endpoint: string, flags = ""): string =>
	`hub infer -t chat --endpoint ${endpoint} -m m --dry-run ${flags} hi`;

describe("a stored token goes", () => {
	it.each([
		"https://router.huggingface.co/v1",
		"https://huggingface.co/api",
		"https://abc123.us-east-1.aws.endpoints.huggingface.cloud",
		"https://named.example.com/v1",
		"https://NAMED.example.com",
		"https://ports.example.com:8443/v1",
		"http://localhost:8080",
		"http://127.0.0.1:8080",
		"http://[::1]:8080",
	])("to %s", async (endpoint) => {
		const home = openHome();
		await home.run("hub config set endpoint.trust named.example.com,https://ports.example.com:8443");
		const { stdout, stderr } = await home.run(call(endpoint), { env: { HF_TOKEN: TOKEN } });
		expect({ hasToken: /authorization/i.test(stdout), stderr }).toEqual({ hasToken: true, stderr: "" });
	});

	it.each([
		"https://evil.example.com",
		"https://named.example.com.evil.test",
		"https://notnamed.example.com",
		"https://named.example.com:8443",
		"https://ports.example.com",
		"https://router.huggingface.co.evil.test",
		"https://endpoints.huggingface.cloud.evil.test",
		"https://evilendpoints.huggingface.cloud",
		"https://x.endpoints.huggingface.cloud.evil.test",
		"https://localhost.evil.test",
		"https://127.0.0.1.evil.test",
		"http://named.example.com",
		"http://router.huggingface.co",
		"http://x.endpoints.huggingface.cloud",
	])("not to %s, and one note says what to do", async (endpoint) => {
		const home = openHome({ ".cache/huggingface/token": TOKEN });
		await home.run("hub config set endpoint.trust named.example.com,https://ports.example.com:8443");
		const { code, stdout, stderr } = await home.run(call(endpoint));
		expect({ code, hasToken: /authorization/i.test(stdout) }).toEqual({ code: 0, hasToken: false });
		expect(stderr).toMatch(/^The token from .*token is not sent to .*--token.*endpoint\.trust.*\n$/);
	});

	it("anywhere if it was given with the call", async () => {
		const { stdout } = await openHome().run(call("http://evil.example.com", `--token ${TOKEN}`));
		expect(stdout).toMatch(/authorization/i);
	});

	it.each(["HF_ENDPOINT", "HUB_ROUTER_URL"])("not to %s without encryption on another machine", async (variable) => {
		const proxy = await serve({ body: { id: "a/b", choices: [] } });
		const env = { HF_TOKEN: TOKEN, [variable]: "http://other.example.test" };
		const line = variable === "HF_ENDPOINT" ? "hub whoami" : "hub infer -t chat -m a/b --no-stream hi";
		const { stderr } = await openHome().run(`${line} --retries 0 --proxy ${proxy.url}`, { env });
		expect(stderr).toContain("is not sent to http://other.example.test, which is not encrypted");
		expect(proxy.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
	});

	it.each(["", "https://user:secret@a.example", "a b", "*.example.com", "ftp://a.example"])(
		"to no extra host because of %j",
		async (host) => {
			const { code, stderr } = await openHome().run(`hub config set endpoint.trust '${host}'`);
			expect(code).toBe(2);
			expect(stderr).not.toContain("secret");
		},
	);
});
