import { Agent, request } from "node:http";

/** A chat over a connection that is kept open. */
export interface Caller {
	/** @returns the answer; rejects for another status than 200 */
	call(isStream: boolean): Promise<string>;
	close(): void;
}

export function createCaller(port: number): Caller {
	const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
	return {
		call: (isStream) =>
			new Promise((resolve, reject) => {
				const body = JSON.stringify({
					model: "org/model",
					messages: [{ role: "user", content: "Hi" }],
					...(isStream ? { stream: true } : {}),
				});
				const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
				const path = "/v1/chat/completions";
				const sent = request({ port, host: "127.0.0.1", method: "POST", path, headers, agent }, (answer) => {
					let text = "";
					answer.on("data", (part: Buffer) => {
						text += part.toString();
					});
					answer.on("end", () =>
						answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}: ${text}`)),
					);
					answer.on("error", reject);
				});
				sent.on("error", reject);
				sent.end(body);
			}),
		close: () => agent.destroy(),
	};
}

/** Makes so many calls, several at a time; every tenth streams. */
export async function makeCalls({ call }: Caller, count: number, clients: number): Promise<void> {
	let left = count;
	const client = async (): Promise<void> => {
		while (left-- > 0) await call(left % 10 === 0);
	};
	await Promise.all(Array.from({ length: clients }, client));
}

/** The text of a stream's tokens; undefined where it did not end well. */
export function readStream(events: string): string | undefined {
	const values = events.split("\n\n").filter((event) => event.startsWith("data: {"));
	const deltas = values.map((event) => JSON.parse(event.slice(6)) as { choices: { delta: { content?: string } }[] });
	const text = deltas.map(({ choices: [choice] }) => choice?.delta.content ?? "").join("");
	return /data: \[DONE\]\n\n(?:: .*\n\n)?$/.test(events) ? text : undefined;
}
