import { describe, expect, it } from "vitest";
import { createAsker, HUB_KEY } from "./ask.ts";

type Body = Record<string, unknown>;
const { get, post } = createAsker({ pendingPolls: 2 });
const prompt = { prompt: "a star", width: 32, height: 32, num_frames: 2 };
const json = async (response: Promise<Response>): Promise<Body> => (await (await response).json()) as Body;
const read = (value: unknown, path: string): unknown =>
	path.split(".").reduce<unknown>((item, key) => (item as Body | undefined)?.[key], value);

/** How each queue is spoken to: where a job goes, where its state is, and the words for it. */
const QUEUES = [
	{
		name: "fal-ai",
		send: (model: string) => [`/fal-ai/fal-ai/${model}/text-to-video?_subdomain=queue`, prompt],
		poll: (job: Body) => String(job["status_url"]),
		states: { path: "status", words: ["IN_QUEUE", "IN_PROGRESS", "COMPLETED"], failed: "COMPLETED" },
		file: async (job: Body) => read(await json(get(String(job["response_url"]), HUB_KEY)), "video.url"),
	},
	{
		name: "black-forest-labs",
		send: (model: string) => [`/black-forest-labs/v1/${model.replace("/", ".")}`, prompt],
		poll: (job: Body) => String(job["polling_url"]),
		states: { path: "status", words: ["Pending", "Pending", "Ready"], failed: "Error" },
		file: async (_job: Body, last: Body) => read(last, "result.sample"),
	},
	{
		name: "novita",
		send: (model: string) => [`/novita/v3/async/${model}`, prompt],
		poll: (job: Body) => `/novita/v3/async/task-result?task_id=${String(job["task_id"])}`,
		states: {
			path: "task.status",
			words: ["TASK_STATUS_QUEUED", "TASK_STATUS_PROCESSING", "TASK_STATUS_SUCCEED"],
			failed: "TASK_STATUS_FAILED",
		},
		file: async (_job: Body, last: Body) => read(last, "videos.0.video_url"),
	},
	{
		name: "novita with MiniMax",
		send: (model: string) => [
			"/novita/v3/minimax/v2/video_generation",
			{ model, content: [{ type: "text", text: "a boat" }] },
		],
		poll: (job: Body) => `/novita/v3/minimax/v2/query/video_generation/${String(job["task_id"])}`,
		states: { path: "task.status", words: ["queued", "running", "succeeded"], failed: "failed" },
		file: async (_job: Body, last: Body) => read(last, "task.content.url"),
	},
	{
		name: "together",
		send: (model: string) => ["/together/v2/videos", { model, ...prompt }],
		poll: (job: Body) => `/together/v2/videos/${String(job["id"])}`,
		states: { path: "status", words: ["queued", "in_progress", "completed"], failed: "failed" },
		file: async (_job: Body, last: Body) => read(last, "outputs.video_url"),
	},
	{
		name: "wavespeed",
		send: (model: string) => [`/wavespeed/api/v3/${model}/text-to-image`, prompt],
		poll: (job: Body) => String(read(job, "data.urls.get")),
		states: { path: "data.status", words: ["created", "processing", "completed"], failed: "failed" },
		file: async (_job: Body, last: Body) => read(last, "data.outputs.0"),
	},
	{
		name: "zai-org",
		send: (model: string) => ["/zai-org/api/paas/v4/async/images/generations", { model, ...prompt }],
		poll: (job: Body) => `/zai-org/api/paas/v4/async-result/${String(job["id"])}`,
		states: { path: "task_status", words: ["PROCESSING", "PROCESSING", "SUCCESS"], failed: "FAIL" },
		file: async (_job: Body, last: Body) => read(last, "image_result.0.url"),
	},
	{
		name: "replicate",
		send: (model: string) => [`/replicate/v1/models/${model}/predictions`, { input: prompt }],
		poll: (job: Body) => String(read(job, "urls.get")),
		states: { path: "status", words: ["starting", "processing", "succeeded"], failed: "failed" },
		file: async (_job: Body, last: Body) => read(last, "output.0"),
	},
] as const;

describe.each(QUEUES)("$name", ({ send, poll, states, file }) => {
	const start = async (model: string): Promise<Body> => {
		const [path, body] = send(model) as [string, unknown];
		const response = await post(path, body);
		expect(response.ok).toBe(true);
		return (await response.json()) as Body;
	};

	it("accepts a job, reports its state, and returns the file", async () => {
		const job = await start("sandbox/model");
		const seen: unknown[] = [];
		let last: Body = {};
		for (let turn = 0; turn < 3; turn++) {
			last = await json(get(poll(job), HUB_KEY));
			seen.push(read(last, states.path));
		}
		expect(seen).toEqual(states.words);
		const download = await get(String(await file(job, last)));
		expect(download.headers.get("content-type")).toMatch(/^(?:image\/png|video\/mp4)$/);
		expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(100);
	});

	it("returns 404 for other jobs", async () => {
		const job = JSON.parse(
			JSON.stringify(await start("sandbox/model")).replaceAll(/[0-9a-f]{16}/g, "0000000000000000"),
		) as Body;
		expect((await get(poll(job), HUB_KEY)).status).toBe(404);
	});

	it("lets jobs fail", async () => {
		const job = await start("sandbox/failing-thing");
		let last: Body = {};
		for (let turn = 0; turn < 3; turn++) last = await json(get(poll(job), HUB_KEY));
		expect(read(last, states.path)).toBe(states.failed);
		if (states.failed === "COMPLETED") expect((await get(String(job["response_url"]), HUB_KEY)).status).toBe(500);
	});
});

describe("Prefer: wait", () => {
	const wait = { ...HUB_KEY, prefer: "wait" };

	it("returns the finished prediction, or the one in progress", async () => {
		const done = await json(post("/replicate/v1/models/sandbox/thing/predictions", { input: prompt }, wait));
		expect(done).toMatchObject({ status: "succeeded", output: [expect.stringContaining("/@files/")] });
		const late = await json(post("/replicate/v1/models/sandbox/queued-thing/predictions", { input: prompt }, wait));
		expect(late).toMatchObject({ status: "starting", output: null });
		const failed = await json(post("/replicate/v1/models/sandbox/failing-thing/predictions", { input: prompt }, wait));
		expect(failed).toMatchObject({ status: "failed", error: expect.any(String) });
	});

	it("accepts a version in place of a model", async () => {
		const body = {
			version: "5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa",
			input: { text: "hello" },
		};
		const { output } = await json(post("/replicate/v1/predictions", body, wait));
		expect((await get(String(output))).headers.get("content-type")).toBe("audio/wav");
	});
});

it("resolves the URLs that clients build", async () => {
	const job = await json(post("/@queue.fal.run/fal-ai/x/text-to-image", prompt, { authorization: "Key sk-x" }));
	const { pathname } = new URL(String(job["response_url"]));
	const key = { authorization: "Key sk-x" };
	for (const address of [
		`${pathname}/status`,
		`/@queue.fal.run${pathname}/status`,
		`/fal-ai${pathname}/status?_subdomain=queue`,
		`https://queue.fal.run${pathname}/status`,
	]) {
		expect((await get(address, key)).ok).toBe(true);
	}
	expect((await get(`${pathname}/status`)).status).toBe(401);
});
