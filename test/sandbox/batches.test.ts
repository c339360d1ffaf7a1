import { describe, expect, it } from "vitest";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";

const MODEL = "meta-llama/Llama-3.1-8B-Instruct";
const row = (id: string, model = MODEL): string =>
	JSON.stringify({
		custom_id: id,
		method: "POST",
		url: "/v1/chat/completions",
		body: { model, messages: [{ role: "user", content: `Say ${id}` }] },
	});

interface Batch {
	id: string;
	status: string;
	output_file_id: string | null;
	error_file_id: string | null;
	request_counts: { total: number; completed: number; failed: number };
	errors: { data: { line: number; code: string }[] } | null;
}

/** A batch service at a provider's URL. */
function open(base: string, options: SandboxOptions = {}, purpose = "batch") {
	const sandbox = createSandbox(options);
	const headers = { authorization: "Bearer sk-test" };
	const call = async <Result>(path: string, init: RequestInit = {}): Promise<Result> => {
		const response = await sandbox(`${base}/${path}`, { headers, ...init });
		const text = await response.text();
		if (!response.ok) throw new Error(`${response.status} ${text}`);
		return (text.startsWith("{") && !text.includes("\n") ? JSON.parse(text) : text) as Result;
	};
	const submit = async (text: string): Promise<Batch> => {
		const form = new FormData();
		form.append("purpose", purpose);
		form.append("file", new File([text], "in.jsonl"));
		const { id } = await call<{ id: string }>("files", { method: "POST", body: form });
		return call("batches", {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify({
				input_file_id: id,
				endpoint: "/v1/chat/completions",
				completion_window: "24h",
				metadata: { part: "0" },
			}),
		});
	};
	const waitFor = async (id: string): Promise<Batch> => {
		for (let poll = 0; poll < 500; poll++) {
			const batch = await call<Batch>(`batches/${id}`);
			if (/^(?:completed|failed|expired|cancelled)$/i.test(batch.status)) return batch;
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
		throw new Error("The batch never ends");
	};
	const readLines = async (id: string | null): Promise<Record<string, unknown>[]> => {
		const response = await sandbox(`${base}/files/${id}/content`, { headers });
		return (await response.text())
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line) as Record<string, unknown>);
	};
	return { call, submit, waitFor, readLines };
}

describe.each([
	["openai", "https://api.openai.com/v1"],
	["groq", "https://api.groq.com/openai/v1"],
	["nebius", "https://api.studio.nebius.ai/v1"],
	["deepinfra", "https://api.deepinfra.com/v1/openai"],
])("the batch service of %s", (_, base) => {
	it("answers each row, in some order", async () => {
		const { submit, waitFor, readLines } = open(base);
		const { id, status } = await submit([row("a"), row("b"), row("c")].join("\n"));
		expect(status).toBe("validating");
		const batch = await waitFor(id);
		expect(batch).toMatchObject({ status: "completed", metadata: { part: "0" }, error_file_id: null });
		expect(batch.request_counts).toEqual({ total: 3, completed: 3, failed: 0 });
		const lines = await readLines(batch.output_file_id);
		expect(lines.map((line) => line["custom_id"]).sort()).toEqual(["a", "b", "c"]);
		expect(lines.find((line) => line["custom_id"] === "b")).toMatchObject({
			error: null,
			response: { status_code: 200, body: { choices: [{ message: { content: "b" } }] } },
		});
	});
});

it("queues for as long as the latency says, and shows the progress", async () => {
	const { submit, call, waitFor } = open("https://api.openai.com/v1", { latency: 10, pendingPolls: 0 });
	const { id } = await submit(Array.from({ length: 20 }, (_, index) => row(String(index))).join("\n"));
	const early = await call<Batch>(`batches/${id}`);
	expect(early.status).toBe("in_progress");
	expect(early.request_counts.completed).toBeLessThan(20);
	expect((await waitFor(id)).request_counts.completed).toBe(20);
});

it("writes failed rows into the error file", async () => {
	const { submit, waitFor, readLines } = open("https://api.openai.com/v1");
	const { id } = await submit([row("good"), row("bad", "sandbox/failing-conversational")].join("\n"));
	const batch = await waitFor(id);
	expect(batch.request_counts).toEqual({ total: 2, completed: 1, failed: 1 });
	expect(await readLines(batch.error_file_id)).toMatchObject([{ custom_id: "bad", response: { status_code: 500 } }]);
});

it("expires if a row is never answered", async () => {
	const { submit, waitFor, readLines } = open("https://api.openai.com/v1");
	const { id } = await submit([row("good"), row("late", "sandbox/endless-conversational")].join("\n"));
	const batch = await waitFor(id);
	expect(batch.status).toBe("expired");
	expect(await readLines(batch.output_file_id)).toHaveLength(1);
	expect(await readLines(batch.error_file_id)).toMatchObject([
		{ custom_id: "late", response: null, error: { code: "batch_expired" } },
	]);
});

it("can be canceled", async () => {
	const { submit, call, waitFor, readLines } = open("https://api.openai.com/v1", { latency: 20 });
	const { id } = await submit(Array.from({ length: 50 }, (_, index) => row(String(index))).join("\n"));
	expect((await call<Batch>(`batches/${id}/cancel`, { method: "POST" })).status).toBe("cancelling");
	const batch = await waitFor(id);
	expect(batch.status).toBe("cancelled");
	expect((await readLines(batch.error_file_id)).at(-1)).toMatchObject({ error: { code: "batch_cancelled" } });
});

it.each([
	["no JSON", `${row("a")}\n{oops`, 2, "invalid_json_line"],
	["an id twice", `${row("a")}\n${row("a")}`, 2, "duplicate_custom_id"],
	["nothing", "\n", 0, "empty_file"],
])("fails as a whole for %s", async (_, text, line, code) => {
	const { submit, waitFor } = open("https://api.openai.com/v1");
	const batch = await waitFor((await submit(text)).id);
	expect(batch.status).toBe("failed");
	expect(batch.errors?.data).toMatchObject([{ line, code }]);
});

it("uses Together's format", async () => {
	const { submit, call, waitFor, readLines } = open("https://api.together.xyz/v1", {}, "batch-api");
	const { job } = (await submit(row("a"))) as unknown as { job: { id: string; status: string } };
	expect(job.status).toBe("VALIDATING");
	const batch = await waitFor(job.id);
	expect(batch).toMatchObject({ status: "COMPLETED", progress: 100 });
	expect(await readLines(batch.output_file_id)).toHaveLength(1);
	expect(JSON.parse(await call("batches"))).toMatchObject([{ id: job.id }]);
});

it("uses Novita's status names", async () => {
	const { submit, call } = open("https://api.novita.ai/openai/v1", { latency: 50 });
	const { id } = await submit(row("a"));
	expect((await call<Batch>(`batches/${id}`)).status).toBe("PROGRESS");
});
