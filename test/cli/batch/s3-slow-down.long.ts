import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startFauxqs } from "fauxqs";
import { expect, it, vi } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { startS3 } from "../../helpers/s3.ts";
import { createHome, type Outcome } from "../../helpers/session.ts";

const ROWS = 30;

it("ends with a sentence when a bucket asks to slow down to the end of its tries; the same command pays no row twice", {
	timeout: 600_000,
}, async () => {
	const server = await startFauxqs({ port: 0, logger: false, host: "127.0.0.1" });
	const service = await startChatService({});
	const s3 = await startS3(`http://127.0.0.1:${server.port}`);
	const home = createHome();
	const run = (args: string): Promise<Outcome> => {
		const env = { HOME: home.folder, ...s3.env };
		// The SDK of AWS reads the variables of the process.
		for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
		return home.run(`hub batch ${args}`, { env });
	};
	try {
		await s3.put(
			"slow/in.jsonl",
			Buffer.from(Array.from({ length: ROWS }, (_, row) => `{"text":"n${row}"}\n`).join("")),
		);
		const line = `s3://data/slow/in.jsonl -o s3://data/slow/out -t chat -m m --endpoint ${service.url} --progress none`;
		s3.fault = ({ method, key }) =>
			method === "PUT" && key.includes("part-") ? { status: 503, code: "SlowDown" } : undefined;
		const slowed = await run(line);
		expect(slowed.code, slowed.stderr).toBe(6);
		expect(slowed.stderr).toMatch(/SlowDown \(503\)[\s\S]*run the same command again later/);
		expect(slowed.stderr).not.toMatch(/^\s+at /m);
		s3.fault = () => undefined;
		const again = await run(line);
		expect(again.code, again.stderr).toBe(0);
		expect([...service.asked.values()]).toEqual(Array.from({ length: ROWS }, () => 1));
		expect(await run("merge s3://data/slow/out -o all.jsonl")).toMatchObject({ code: 0 });
		expect(readFileSync(join(home.folder, "all.jsonl"), "utf8").trim().split("\n")).toHaveLength(ROWS);
	} finally {
		vi.unstubAllEnvs();
		home.remove();
		await s3.close();
		await service.close();
		await server.stop();
	}
});
