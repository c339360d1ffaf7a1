import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chooseOffer, missingFeatures, parseNeeds, sortOffers } from "../../src/exchange/choose-offer.ts";
import type { Offer } from "../../src/exchange/index.ts";
import { startSandbox } from "../../src/sandbox-server.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeAll(() => {
	home = createHome();
});
afterAll(() => home.remove());

const MODEL = "meta-llama/Llama-3.1-8B-Instruct";
const offer = (provider: string, more: Partial<Offer> = {}): Offer => ({
	model: "o/m",
	provider,
	status: "live",
	...more,
});
const pricing = (output: number): Partial<Offer> => ({ pricing: { input: 0.1, output } });

describe("a policy chooses among live offers", () => {
	const offers = [
		offer("a", { ...pricing(0.5), throughput: 90 }),
		offer("b", { ...pricing(0.2), throughput: 50 }),
		offer("c", { ...pricing(0.01), throughput: 900, status: "error" }),
		offer("d", { throughput: 120 }),
	];
	it.each([
		["fastest", "d", "120 tokens/s"],
		["cheapest", "b", "$0.2"],
		["preferred", "a", "first"],
	] as const)("%s: %s", (policy, provider, reason) => {
		const choice = chooseOffer(offers, policy);
		expect(choice?.offer.provider).toBe(provider);
		expect(choice?.reason).toContain(reason);
	});

	it("takes a free offer as the cheapest, and the first if nothing is known", () => {
		expect(chooseOffer([...offers, offer("free", { is_free: true })], "cheapest")?.offer.provider).toBe("free");
		expect(chooseOffer([offer("x"), offer("y")], "cheapest")?.offer.provider).toBe("x");
		expect(chooseOffer([offer("x", { status: "staging" })], "fastest")).toBeUndefined();
	});
});

it("matches --needs only against known features", () => {
	const needs = parseNeeds("tools,schema,images,128000");
	if (!Array.isArray(needs)) throw new Error("no needs");
	expect(missingFeatures(offer("a"), needs)).toEqual(["tools", "schema", "images", "128000"]);
	const all = {
		supports_tools: true,
		supports_structured_output: true,
		context_length: 128_000,
		input_modalities: ["image"],
	};
	expect(missingFeatures(offer("a", all), needs)).toEqual([]);
	expect(parseNeeds("tools,wings")).toEqual({ unknown: "wings" });
});

it("sorts unknown values last, in their order", () => {
	const offers = [offer("x"), offer("b", pricing(2)), offer("y"), offer("a", pricing(1))];
	expect(sortOffers(offers, "price").map(({ provider }) => provider)).toEqual(["a", "b", "x", "y"]);
});

describe("the command", () => {
	it("chooses as in the table, and reports the reason with --stats", async () => {
		const { stdout } = await home.run(`hub models ${MODEL} --providers --sandbox --sort price --json`);
		const [cheapest] = JSON.parse(stdout) as { id: string; status: string }[];
		for (const words of [`-m ${MODEL} -p cheapest`, `-m ${MODEL}:cheapest`]) {
			const { stderr, code } = await home.run(`hub infer -t chat --sandbox ${words} hi --stats`);
			expect(code).toBe(0);
			expect(stderr).toContain(`${cheapest?.id} was chosen: cheapest`);
			expect(stderr).toContain(`provider ${cheapest?.id}`);
		}
	});

	it("chooses among providers whose key is set when own keys are used", async () => {
		const server = await startSandbox();
		onTestFinished(() => server.close());
		const places = { HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url, HTTPS_PROXY: server.url };
		const { stdout } = await home.run(`hub models ${MODEL} --providers --sandbox --sort price --json`);
		const priced = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id);
		const keys: Record<string, string> = {
			groq: "GROQ_API_KEY",
			together: "TOGETHER_API_KEY",
			novita: "NOVITA_API_KEY",
		};
		const named = priced.filter((id) => id in keys);
		expect(named.length).toBeGreaterThan(1);
		for (const skipped of [0, 1]) {
			const env = Object.fromEntries(named.slice(skipped).map((id) => [keys[id] ?? "", `key-of-${id}`]));
			const line = `hub infer -t chat -m ${MODEL} -p cheapest hi --stats --retries 0`;
			const { stderr } = await home.run(line, { env: { ...places, ...env } });
			expect(stderr).toContain(`${named[skipped]} was chosen: cheapest`);
		}
	});

	it("reports which provider lacks what", async () => {
		const { code, stderr } = await home.run(`hub infer -t chat --sandbox -m ${MODEL} -p groq --needs images hi`);
		expect(code).toBe(2);
		expect(stderr).toContain("groq lacks images");
		const all = await home.run(`hub infer -t chat --sandbox -m ${MODEL} -p cheapest --needs tools,images,9000000 hi`);
		expect(all.stderr).toMatch(/groq[a-z, -]+ lack images and 9000000;/);
		expect(all.stderr).toMatch(/[a-z] lacks? tools, images, and 9000000/);
		expect(all.stderr).not.toContain("…");
		expect((await home.run(`hub infer -t chat --sandbox -m ${MODEL} --needs wings hi`)).code).toBe(2);
	});

	it("takes the preferred provider, with a note, if there are no prices", async () => {
		const { code, stderr } = await home.run('hub infer -t text-to-image --sandbox -p cheapest "a red car" -o car.png');
		expect(code).toBe(0);
		expect(stderr).toContain("is the preferred provider");
	});

	it("lists offers under the router's names, without unknown values", async () => {
		const run = async (line: string): Promise<Record<string, unknown>[]> =>
			JSON.parse((await home.run(`${line} --sandbox --json`)).stdout) as Record<string, unknown>[];
		const entries = await run(`hub providers --model ${MODEL}`);
		expect(entries[0]).toMatchObject({
			id: expect.any(String),
			provider: expect.any(String),
			providerId: expect.any(String),
			status: expect.any(String),
		});
		expect(entries.some((entry) => "throughput" in entry)).toBe(true);
		expect(entries.every((entry) => Object.values(entry).every((value) => value !== undefined))).toBe(true);
		const fast = await run("hub models --task chat --sort speed --needs tools --limit 3");
		expect(fast).toHaveLength(3);
		const speeds = fast.map(({ throughput }) => Number(throughput));
		expect(speeds).toEqual([...speeds].sort((a, b) => b - a));
		expect(fast.every((entry) => entry["supports_tools"] === true)).toBe(true);
	});
});
