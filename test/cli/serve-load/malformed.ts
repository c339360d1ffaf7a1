import { connect } from "node:net";
import { damage, makeRandom } from "../../fuzz/random.ts";

const CHAT = { model: "org/model", messages: [{ role: "user", content: "Hi" }] };
const BODIES: readonly [path: string, body: object][] = [
	["/v1/chat/completions", CHAT],
	["/v1/chat/completions", { ...CHAT, stream: true }],
	["/v1/completions", { model: "org/model", prompt: "Hi", n: 2 }],
	["/v1/embeddings", { model: "org/model", input: ["a", "b"], encoding_format: "base64" }],
	["/v1/images/generations", { model: "org/model", prompt: "a cat", n: 1, size: "64x64" }],
	["/v1/audio/speech", { model: "org/model", input: "Hi", voice: "x" }],
	["/v1/responses", { model: "org/model", input: [{ role: "user", content: [{ type: "input_text", text: "Hi" }] }] }],
	["/v1/tasks/text-classification", { model: "org/model", inputs: "fine" }],
];
const FORM = [
	"--xyz",
	'Content-Disposition: form-data; name="model"',
	"",
	"org/model",
	"--xyz",
	'Content-Disposition: form-data; name="file"; filename="a.wav"',
	"Content-Type: audio/wav",
	"",
	"RIFF....",
	"--xyz--",
	"",
].join("\r\n");
const GETS = ["/", "/health", "/metrics", "/v1/models", "/v1/models/org/model", "/calls", "/calls/x", "/page.js"];

/** How the server met requests that are none. */
export interface MalformedReport {
	/** Status → how often; 0 where the connection was closed without an answer. */
	statuses: Record<number, number>;
	/** Answers that blame hub. */
	faults: string[];
}

/**
 * Sends damaged requests over raw connections. The same seed sends the same ones.
 * @param patience milliseconds without a byte after which a connection is closed: requests that promise more than they
 *   bring are never answered
 */
export async function sendMalformed(
	port: number,
	count: number,
	seed: number,
	patience: number,
): Promise<MalformedReport> {
	const random = makeRandom(seed);
	const report: MalformedReport = { statuses: {}, faults: [] };
	let left = count;
	const client = async (): Promise<void> => {
		while (left-- > 0) {
			const request = makeRequest(random);
			const answer = await exchange(port, request, patience);
			const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
			report.statuses[status] = (report.statuses[status] ?? 0) + 1;
			if (status === 500) report.faults.push(`${JSON.stringify(request)} → ${answer.slice(0, 400)}`);
		}
	};
	await Promise.all(Array.from({ length: 16 }, client));
	return report;
}

function makeRequest(random: () => number): string {
	const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => list[Math.floor(random() * list.length)] as T;
	const kind = random();
	if (kind < 0.15) return damage(`GET ${pick(GETS)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, random);
	if (kind < 0.3) {
		const path = pick(["/v1/audio/transcriptions", "/v1/images/edits", "/v1/tasks/automatic-speech-recognition"]);
		return post(path, damage(FORM, random), "multipart/form-data; boundary=xyz");
	}
	const [path, body] = pick(BODIES);
	const text = JSON.stringify(body);
	if (kind < 0.7) return post(path, damage(text, random), "application/json");
	return damage(post(path, text, "application/json"), random);
}

function post(path: string, body: string, type: string): string {
	const length = Buffer.byteLength(body);
	return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
}

/** Sends text and returns what comes back before the connection is closed, or stands still. */
function exchange(port: number, request: string, patience: number): Promise<string> {
	return new Promise((resolve) => {
		let answer = "";
		const socket = connect(port, "127.0.0.1", () => socket.write(request));
		socket.setTimeout(patience, () => socket.destroy());
		socket.on("data", (part) => {
			answer += part.toString("latin1");
		});
		socket.on("error", () => undefined);
		socket.on("close", () => resolve(answer));
	});
}
