import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

/** Numbers between 0 and 1, the same in every run. */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state / 2 ** 31;
	};
}

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

/** A service whose answer comes word by word, as it is told. */
async function startSlowChat(): Promise<{ url: string; asked: Promise<void>; send(text: string): void; end(): void }> {
	let begin = (): void => undefined;
	const asked = new Promise<void>((resolve) => {
		begin = resolve;
	});
	let write = (_text: string): void => undefined;
	let end = (): void => undefined;
	const service = await startChatService({
		intercept: ({ response }) => {
			response.writeHead(200, { "content-type": "text/event-stream" });
			write = (text) => {
				response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })}\n\n`);
			};
			end = () => response.end("data: [DONE]\n\n");
			begin();
			return true;
		},
	});
	onTestFinished(() => service.close());
	return { url: service.url, asked, send: (text) => write(text), end: () => end() };
}

const QUESTION = "question0 with some more words, which are long enough to be broken on a narrow terminal";
/** Paragraphs of ten to sixty words, a list and code. */
const ANSWER = [10, 60, 25, 40, 15].map((count, block) => {
	const words = Array.from({ length: count }, (_, index) => `w${block}x${index}.`);
	return block === 2 ? words.map((word) => `- ${word} and what belongs to it`).join("\n") : words.join(" ");
});
const WORDS = ANSWER.join(" ").match(/w\d+x\d+\./g) ?? [];

async function resizeAtRandom(
	screen: Screen,
	times: number,
	random: () => number,
	send: (text: string) => void,
): Promise<void> {
	const pieces = ANSWER.join("\n\n").split(/(?<= )/);
	const share = Math.ceil(pieces.length / times);
	for (let count = 0; count < times; count++) {
		send(pieces.splice(0, share).join(""));
		await pause(random() * 40);
		await screen.resizeWhenShown(40 + Math.floor(random() * 80), 18 + Math.floor(random() * 16));
	}
	send(pieces.join(""));
}

/**
 * Resizes a terminal while an answer streams, and while a draft is written.
 * @param chats seeds of runs of `hub chat`
 * @param calls seeds of runs of `hub infer`
 * @param times how often
 */
export function describeResizes(chats: readonly number[], calls: readonly number[], times: number): void {
	describe(`${times} random resizes while an answer streams`, () => {
		it.each(chats)("leave each word once in screen and scrollback, in order: hub chat, run %i", async (seed) => {
			const chat = await startSlowChat();
			const screen = openScreen(`hub chat --endpoint ${chat.url} -m m "${QUESTION}"`, home(), { columns: 100 });
			await chat.asked;
			await resizeAtRandom(screen, times, createRandom(seed), chat.send);
			chat.end();
			await screen.waitFor((text) => text.includes("Type a message") && !text.includes("Ctrl-C stops"));
			screen.type("\u0004");
			await screen.end();
			const seen = screen.history();
			expect(seen.match(/w\d+x\d+\./g)).toEqual(WORDS);
			expect(seen.match(/question0/g)).toHaveLength(1);
		});

		it.each(calls)("leave each word once in screen and scrollback, in order: hub infer, run %i", async (seed) => {
			const chat = await startSlowChat();
			const line = `hub infer -t chat --endpoint ${chat.url} -m m "${QUESTION}"`;
			const screen = openScreen(line, home(), { columns: 100 });
			await chat.asked;
			await resizeAtRandom(screen, times, createRandom(seed), chat.send);
			chat.end();
			await screen.end();
			expect(screen.history().match(/w\d+x\d+\./g)).toEqual(WORDS);
		});
	});

	it(`${times} random resizes of a wrapped draft leave no second copy`, async () => {
		const random = createRandom(7);
		const screen = openScreen("hub chat --sandbox", home(), { columns: 100 });
		await screen.waitFor("Type a message");
		const words = Array.from({ length: 30 }, (_, index) => `d${index}.`);
		screen.type(words.join(" "));
		await screen.waitFor("d29.");
		for (let count = 0; count < times; count++) {
			await screen.resizeWhenShown(40 + Math.floor(random() * 80), 18 + Math.floor(random() * 16));
			await pause(random() * 60);
		}
		await screen.waitFor("d29.");
		await pause(100);
		// The editor breaks lines inside of words.
		expect(
			screen
				.history()
				.replaceAll(/\s/g, "")
				.match(/d\d+\./g),
		).toEqual(words);
		screen.type("\u0003\u0004");
		expect(await screen.end()).toBe(0);
	});
}
