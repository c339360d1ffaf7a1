import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { post } from "../gateway/ask.ts";
import { startServer } from "../helpers/server.ts";
import { createHome } from "../helpers/session.ts";

/** A service that sends three images where one was asked for: none of them is lost at any door. */

const PNG = "89504e470d0a1a0a";
const images = [1, 2, 3].map((number) => Buffer.concat([Buffer.from(PNG, "hex"), Buffer.alloc(20, number)]));
const answer = { data: images.map((image) => ({ b64_json: image.toString("base64") })) };

async function open(files: Record<string, string> = {}, data: object[] = answer.data) {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	const entry = { status: "live", task: "text-to-image", providerId: "m" };
	const server = await startServer(({ method }) => ({
		body: method === "POST" ? { data } : { inferenceProviderMapping: { together: entry, nebius: entry } },
	}));
	onTestFinished(() => server.close());
	const env = { HF_TOKEN: "hf_test", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
	const read = (path: string): number | undefined => readFileSync(join(home.folder, path)).at(-1);
	const run = (command: string) => home.run(command.replace("URL", server.url), { env });
	return { home, run, read };
}

const MAKE = "hub infer -t text-to-image --endpoint URL/v1/images/generations -m x boat";

describe("several images for one", () => {
	it("are saved beside the first", async () => {
		const { run, read } = await open();
		const { code, stderr } = await run(`${MAKE} -o boat.png`);
		expect([code, read("boat.png"), read("boat-2.png"), read("boat-3.png")]).toEqual([0, 1, 2, 3]);
		expect(stderr).toContain("boat-3.png");
	});

	it("are in JSON", async () => {
		const { run } = await open();
		const { stdout } = await run(`${MAKE} --json`);
		const { data, others } = JSON.parse(stdout) as { data: string; others: { data: string }[] };
		expect([data, ...others.map((other) => other.data)]).toEqual(images.map((image) => image.toString("base64")));
	});

	it("are saved elsewhere if the first goes into a pipe", async () => {
		const { run } = await open();
		const { code, stderr } = await run(MAKE);
		const paths = /saved: (.*)$/m.exec(stderr)?.[1]?.split(", ") ?? [];
		expect([code, ...paths.map((path) => readFileSync(path.trim()).at(-1))]).toEqual([0, 2, 3]);
	});

	it("are saved for each row of a batch, and are not lost by its cache", async () => {
		const { run, home, read } = await open({ "rows.txt": "a boat\na barn\n" });
		const batch =
			"hub batch rows.txt -t text-to-image --endpoint URL/v1/images/generations -m x --progress none -o out.jsonl";
		expect((await run(batch)).code).toBe(0);
		const lines = readFileSync(join(home.folder, "out.jsonl"), "utf8").trim().split("\n");
		for (const line of lines) {
			const { output } = JSON.parse(line) as { output: { file: string; others: { file: string }[] } };
			const files = [output.file, ...output.others.map(({ file }) => file)];
			expect(files.map(read)).toEqual([1, 2, 3]);
		}
		expect(readdirSync(join(home.folder, "out.jsonl.files"))).toHaveLength(6);
	});

	it("take no other row's place", async () => {
		const { run, home, read } = await open({ "rows.jsonl": '{"id":"a","inputs":"x"}\n{"id":"a-2","inputs":"y"}\n' });
		const batch =
			"hub batch rows.jsonl -t text-to-image --endpoint URL/v1/images/generations -m x --progress none -o out.jsonl";
		expect((await run(batch)).code).toBe(0);
		expect(readdirSync(join(home.folder, "out.jsonl.files"))).toHaveLength(6);
		expect([read("out.jsonl.files/a.png"), read("out.jsonl.files/a-2.png")]).toEqual([1, 1]);
	});

	it("fail their row if one of them cannot be loaded, and no other", async () => {
		const lost = [...answer.data, { url: "http://127.0.0.1:1/gone.png" }];
		const { run, home } = await open({ "rows.txt": "a boat\na barn\n" }, lost);
		const batch =
			"hub batch rows.txt -t text-to-image --endpoint URL/v1/images/generations -m x --progress none -o out.jsonl";
		const { code } = await run(batch);
		const lines = readFileSync(join(home.folder, "out.jsonl"), "utf8").trim().split("\n");
		expect([code, lines.length]).toEqual([1, 2]);
		for (const line of lines) expect(line).toContain("not all can be loaded");
	});

	it("are saved by a comparison", async () => {
		const { run, home } = await open();
		const { code } = await run("hub compare -t text-to-image -m org/a:together,org/b:nebius boat -o all/");
		expect(code).toBe(0);
		expect(readdirSync(join(home.folder, "all"))).toHaveLength(6);
	});

	it.each([
		["/v1/images/generations", { prompt: "a boat", response_format: "b64_json" }],
		["/v1/tasks/text-to-image", { inputs: "a boat" }],
	])("are in the answer of the gateway at %s", async (path, body) => {
		const gateway = createGateway({
			token: "hf_token_of_the_hub",
			offers: () => undefined,
			call: { cache: new Map() },
			fetch: async (_, init) =>
				init?.method === "POST"
					? Response.json(answer)
					: Response.json({
							inferenceProviderMapping: { together: { status: "live", task: "text-to-image", providerId: "m" } },
						}),
		});
		const response = await post(gateway, path, { model: "org/model:together", ...body });
		const text = await response.text();
		for (const image of images) expect(text).toContain(image.toString("base64"));
	});
});
