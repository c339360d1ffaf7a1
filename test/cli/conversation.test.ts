import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../src/cli/config/settings.ts";
import { createContext } from "../../src/cli/context.ts";
import { connect, preloadNetwork } from "../../src/cli/network/connect.ts";
import { serve } from "../helpers/server.ts";
import { createHome } from "../helpers/session.ts";

const POST = {
	method: "POST",
	headers: { "content-type": "application/json" },
	body: "{}",
	redirect: "manual",
} as const;

/** Counts the requests that undici's pool sends. */
function countPooled(): () => number {
	let count = 0;
	const note = (): void => {
		count++;
	};
	subscribe("undici:request:create", note);
	onTestFinished(() => void unsubscribe("undici:request:create", note));
	return () => count;
}

it("sends the calls of a conversation through the pool, with retries and notes", async () => {
	const home = createHome();
	onTestFinished(() => home.remove());
	const { stdin, stdout, stderr } = process;
	const signal = new AbortController().signal;
	const context = createContext({ stdin, stdout, stderr, env: home.env, cwd: home.folder, signal });
	onTestFinished(() => context.close());
	const server = await serve({ status: 503, headers: { "retry-after": "0" } }, { body: "one" }, { body: "two" });
	await preloadNetwork();
	const countRequests = countPooled();
	const events: string[] = [];
	const { fetch } = await connect(
		{ isConversation: true, endpoint: server.url, retries: 1 },
		context,
		readConfig(context),
		({ type }) => {
			events.push(type);
		},
	);
	expect(await (await fetch(`${server.url}/v1`, POST)).text()).toBe("one");
	expect(await (await fetch(`${server.url}/v1`, POST)).text()).toBe("two");
	expect(countRequests()).toBe(3);
	expect(events).toEqual(["response", "retry", "response", "response"]);
	// Look-ups are no calls.
	expect((await fetch(`${server.url}/models`)).ok).toBe(true);
	expect(countRequests()).toBe(3);
});
