import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { flushBeforeSend } from "../../../src/cli/commands/batch/call-rows.ts";
import { type CancellableFetch, Cancellation } from "../../../src/http/index.ts";
import { startChatService } from "../../helpers/chat-service.ts";
import { createHome } from "../../helpers/session.ts";

it("flushes before it sends, with a signal or with a cancellation", async () => {
	const order: string[] = [];
	const send = (name: string) => async (): Promise<Response> => {
		order.push(name);
		return new Response();
	};
	const target = { options: { fetch: Object.assign(send("fetch"), { cancellable: send("cancellable") }) } };
	const flushed = flushBeforeSend(target, () => order.push("flush")).options?.fetch as CancellableFetch;
	await flushed("http://127.0.0.1/");
	await flushed.cancellable("http://127.0.0.1/", {}, new Cancellation());
	expect(order).toEqual(["flush", "fetch", "flush", "cancellable"]);
});

it("writes the line of a finished row before it sends the next call", async () => {
	const home = createHome({ "in.jsonl": Array.from({ length: 60 }, (_, index) => `{"text":"n${index}"}\n`).join("") });
	onTestFinished(() => home.remove());
	const output = join(home.folder, "out.jsonl");
	let mostUnwritten = 0;
	const service = await startChatService({
		delay: 5,
		intercept: () => {
			const written = existsSync(output) ? readFileSync(output, "utf8").split("\n").length - 1 : 0;
			mostUnwritten = Math.max(mostUnwritten, service.asked.size - written);
			return false;
		},
	});
	onTestFinished(() => service.close());
	const flags = `-t chat -m m --endpoint ${service.url} --progress none --concurrency 4 --fixed`;
	expect(await home.run(`hub batch in.jsonl -o out.jsonl ${flags}`)).toMatchObject({ code: 0 });
	expect(mostUnwritten).toBe(4);
});
