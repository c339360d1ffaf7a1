/**
 * Many calls at once against a server that fails in every way, and many aborts. Afterwards no timer, socket or listener
 * may be left.
 *
 *     npm run soak -- [calls] [aborts]
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { run } from "../../src/inference/run.ts";

const ANSWER = JSON.stringify({
	id: "1",
	created: 1,
	model: "m",
	choices: [{ index: 0, message: { role: "assistant", content: "hi" } }],
});
/** What the server does in turn. */
const BEHAVIOURS: readonly ((response: ServerResponse) => void)[] = [
	(response) => response.writeHead(200, { "content-type": "application/json" }).end(ANSWER),
	(response) => response.writeHead(500).end("{}"),
	(response) => response.writeHead(429, { "retry-after": "0" }).end("slow down"),
	(response) => response.destroy(),
	(response) => {
		response.writeHead(200, { "content-type": "application/json", "content-length": "500" }).write('{"id"');
		setImmediate(() => response.destroy());
	},
	(response) => response.writeHead(200, { "content-type": "application/json" }).end("{oops"),
];

/** What is left of the calls. */
export interface Remains {
	/** Calls and aborts that neither gave a result nor an error. */
	unsettled: number;
	/** Listeners on the one signal that all calls shared. */
	listeners: number;
	/** Timers and sockets of this process beyond those it had before. */
	resources: string[];
}

/** Makes the calls, then the aborts, and looks at what they left. */
export async function soak(calls: number, aborts: number): Promise<Remains> {
	const before = resources();
	let turn = 0;
	const server = createServer((request, response) => {
		request.resume();
		response.on("error", () => undefined);
		BEHAVIOURS[turn++ % BEHAVIOURS.length]?.(response);
	});
	const silent = createServer((request) => void request.resume());
	const [url, silentUrl] = await Promise.all([server, silent].map(listen));
	const shared = countListeners(new AbortController().signal);
	const call = (endpointUrl: string | undefined, signal: AbortSignal): Promise<unknown> =>
		run(
			"conversational",
			{ endpointUrl: endpointUrl ?? "", model: "m", messages: [{ role: "user", content: "hi" }] },
			{ signal, retry_on_error: false },
		);
	let unsettled = calls + aborts;
	const settle = (): void => void unsettled--;
	await Promise.all(Array.from({ length: calls }, () => call(url, shared.signal).then(settle, settle)));
	for (let done = 0; done < aborts; done += 100) {
		const batch = Array.from({ length: Math.min(100, aborts - done) }, async (_, index) => {
			const controller = new AbortController();
			const result = call(silentUrl, controller.signal).then(settle, settle);
			await sleep(index % 5);
			controller.abort();
			await result;
		});
		await Promise.all(batch);
	}
	for (const one of [server, silent]) {
		one.closeAllConnections();
		await new Promise((resolve) => one.close(resolve));
	}
	// Sockets of Node's fetch close a moment after their server.
	for (let tries = 0; tries < 100 && excess(before).length > 0; tries++) await sleep(100);
	return { unsettled, listeners: shared.count(), resources: excess(before) };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function countListeners(signal: AbortSignal): { signal: AbortSignal; count(): number } {
	let count = 0;
	const add = signal.addEventListener.bind(signal);
	const remove = signal.removeEventListener.bind(signal);
	const known = new Set<unknown>();
	signal.addEventListener = ((type: string, listener: () => void, options?: AddEventListenerOptions) => {
		if (!known.has(listener)) count++;
		known.add(listener);
		add(type, listener, options);
	}) as typeof signal.addEventListener;
	signal.removeEventListener = ((type: string, listener: () => void) => {
		if (known.delete(listener)) count--;
		remove(type, listener);
	}) as typeof signal.removeEventListener;
	return { signal, count: () => count };
}

function resources(): string[] {
	return process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name));
}

function excess(before: readonly string[]): string[] {
	const left = [...before];
	return resources().filter((name) => {
		const index = left.indexOf(name);
		if (index >= 0) left.splice(index, 1);
		return index < 0;
	});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [calls = 2000, aborts = 5000] = process.argv.slice(2).map(Number);
	const remains = await soak(calls, aborts);
	process.stdout.write(`${calls} calls, ${aborts} aborts: ${JSON.stringify(remains)}\n`);
	process.exitCode = remains.unsettled + remains.resources.length > 0 ? 1 : 0;
}
