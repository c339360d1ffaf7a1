import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openBucket } from "../../../src/cli/commands/batch/parts/s3.ts";

afterEach(() => vi.unstubAllEnvs());

describe("a file over the limit of one upload", () => {
	it("goes up in pieces, of which no more than a few are in memory", { timeout: 600_000 }, async () => {
		const folder = mkdtempSync(join(tmpdir(), "s3-large-"));
		const size = 6 * 2 ** 30;
		const file = join(folder, "large");
		writeFileSync(file, "");
		truncateSync(file, size);
		let [received, largest, pieces] = [0, 0, 0];
		let completed = "";
		/** It counts what it gets, and keeps nothing. */
		const server = createServer(async (request, response) => {
			let own = 0;
			let text = "";
			for await (const chunk of request) {
				own += (chunk as Buffer).length;
				if (request.method === "POST") text += String(chunk);
			}
			const { searchParams } = new URL(request.url ?? "/", "http://s3");
			if (searchParams.has("partNumber")) {
				received += own;
				pieces++;
				largest = Math.max(largest, own);
			}
			if (searchParams.has("uploads")) response.end("<R><UploadId>one</UploadId></R>");
			else if (request.method === "POST") {
				completed = text;
				response.end("<R/>");
			} else response.writeHead(200, { etag: '"piece"' }).end();
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const env = {
			HOME: folder,
			AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			AWS_ACCESS_KEY_ID: "id",
			AWS_SECRET_ACCESS_KEY: "secret",
			AWS_REGION: "eu-test-1",
		};
		for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
		const context = {
			env,
			signal: new AbortController().signal,
			secrets: { add: () => undefined },
			flags: {},
			defer: () => undefined,
			stdout: {},
			note: () => undefined,
		};
		let peak = 0;
		const watch = setInterval(() => {
			peak = Math.max(peak, process.memoryUsage().rss);
		}, 100);
		try {
			const before = process.memoryUsage().rss;
			const place = await openBucket("s3://data/x", {}, context as unknown as Parameters<typeof openBucket>[2]);
			await place.put([{ name: "large.gz", path: file }]);
			expect({ received, pieces, largest }).toEqual({ received: size, pieces: 384, largest: 16 * 2 ** 20 });
			expect(completed.match(/<PartNumber>/g)).toHaveLength(384);
			expect((peak - before) / 2 ** 20).toBeLessThan(400);
		} finally {
			clearInterval(watch);
			rmSync(folder, { recursive: true, force: true });
			server.closeAllConnections();
			server.close();
		}
	});
});
