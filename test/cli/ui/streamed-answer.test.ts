import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const INTERRUPT = "\u0003";
const END = "\u0004";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

type Delta = { content?: string; reasoning?: string };

/** A chat service whose answer comes as the test says. */
async function startChat(): Promise<{
	url: string;
	/** Resolves when the request has come. */
	asked: Promise<unknown>;
	send(delta: Delta): Promise<void>;
	end(): void;
}> {
	let take: (response: ServerResponse) => void;
	const asked = new Promise<ServerResponse>((resolve) => {
		take = resolve;
	});
	const server = createServer((_, response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		take(response);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		asked,
		send: async (delta) => {
			(await asked).write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`);
		},
		end: () => void asked.then((response) => response.end("data: [DONE]\n\n")),
	};
}

describe("Ctrl-C while an answer streams", () => {
	it("prints no unfinished line twice", async () => {
		const chat = await startChat();
		const screen = openScreen(`hub infer -t chat --endpoint ${chat.url} -m m hi`, home());
		await chat.send({ content: "First of all.\n\nParagraph 4. It begins" });
		await screen.waitFor("Paragraph 4. It begins");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
		expect(screen.text()).toBe("First of all.\n\nParagraph 4. It begins");
	});

	it("leaves nothing behind before the first token", async () => {
		const chat = await startChat();
		// Without the line that says what hub waits for, and erases its own.
		const screen = openScreen(`hub infer -t chat --endpoint ${chat.url} -m m hi --quiet; echo done`, home());
		await chat.asked;
		screen.type(INTERRUPT);
		await screen.end();
		expect(screen.text()).toBe("done");
	});

	it("removes text echoed before the answer", async () => {
		const chat = await startChat();
		const screen = openScreen(`hub infer -t chat --endpoint ${chat.url} -m m hi --quiet`, home());
		await chat.asked;
		screen.type("ab");
		await screen.waitFor("ab");
		await chat.send({ content: "It begins" });
		await screen.waitFor("It begins");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
		expect(screen.text()).toBe("It begins");
	});

	it("overwrites an echoed ^C", async () => {
		const chat = await startChat();
		// The program does not hear the signal: only the terminal's echo is left.
		const screen = openScreen(`trap '' INT; hub infer -t chat --endpoint ${chat.url} -m m hi`, home());
		await chat.send({ content: "Paragraph 4. It" });
		await screen.waitFor("Paragraph 4. It");
		screen.type("ab");
		await screen.waitFor("ab");
		await chat.send({ content: " goes on" });
		await screen.waitFor("It goes on");
		chat.end();
		await screen.end();
		expect(screen.text().split("\n")[0]).toBe("Paragraph 4. It goes on");
		expect(screen.text()).not.toContain("PaParagraph");
	});
});

describe("the waiting line", () => {
	it.each([{}, { CI: "false" }])("disappears when the answer arrives: %o", async (env) => {
		const chat = await startChat();
		const screen = openScreen(`hub infer -t chat --endpoint ${chat.url} -m m hi`, home(), { env });
		await screen.waitFor("Waiting for the endpoint");
		await chat.send({ content: "An answer." });
		chat.end();
		expect(await screen.end()).toBe(0);
		expect(screen.history()).toBe("An answer.");
	});
});

describe("reasoning", () => {
	it("is wrapped between words", async () => {
		const chat = await startChat();
		const screen = openScreen(`hub infer -t chat --endpoint ${chat.url} -m m hi`, home(), { columns: 40 });
		const words = "considerable deliberation precedes every answer that deserves attention".split(" ");
		await chat.send({ reasoning: words.join(" ") });
		await chat.send({ content: "\n\nYes." });
		chat.end();
		expect(await screen.end()).toBe(0);
		const lines = screen.text().split("\n");
		expect(lines).toContain("considerable deliberation precedes");
		expect(lines.flatMap((line) => line.split(" ")).filter((word) => words.includes(word))).toEqual(words);
	});
});

describe("a terminal that becomes narrower while code streams", () => {
	const line = (number: number): string => `const value${number} = compute(${number}); // long enough to be broken`;
	const lines = Array.from({ length: 12 }, (_, index) => line(index + 1));

	it.each(["infer -t chat", "chat"])("loses no finished line: hub %s", async (command) => {
		const chat = await startChat();
		const screen = openScreen(`hub ${command} --endpoint ${chat.url} -m m hi`, home());
		await chat.send({ content: `\`\`\`js\n${lines.slice(0, 8).join("\n")}\nconst val` });
		await screen.waitFor("const value8");
		screen.resize(40, 24);
		await chat.send({ content: `ue9${line(9).slice(12)}\n` });
		await screen.waitFor("value9");
		await chat.send({ content: `${lines.slice(9).join("\n")}\n\`\`\`\n\nThe end.` });
		await screen.waitFor("The end.");
		chat.end();
		if (command === "chat") {
			await screen.waitFor((text) => text.includes("Type a message") && !text.includes("Ctrl-C stops"));
			screen.type(END);
		}
		await screen.end();
		// Lines that hub broke itself are joined again.
		const seen = screen.history().replaceAll("\n", "");
		const counts = lines.map((_, index) => seen.split(`const value${index + 1} = compute(${index + 1});`).length - 1);
		expect(counts).toEqual(lines.map(() => 1));
	});
});

describe("a terminal that becomes narrower while a paragraph is open", () => {
	it.each(["infer -t chat", "chat"])("shows each of its words once: hub %s", async (command) => {
		const chat = await startChat();
		const screen = openScreen(`hub ${command} --endpoint ${chat.url} -m m hi`, home());
		const words = Array.from({ length: 90 }, (_, index) => `word${index + 1}.`);
		await chat.send({ content: words.slice(0, 60).join(" ") });
		await screen.waitFor("word60.");
		screen.resize(40, 24);
		await chat.send({ content: ` ${words.slice(60).join(" ")}` });
		await screen.waitFor("word90.");
		chat.end();
		if (command === "chat") {
			await screen.waitFor((text) => text.includes("Type a message") && !text.includes("Ctrl-C stops"));
			screen.type(END);
		}
		await screen.end();
		expect(screen.history().match(/word\d+\./g)).toEqual(words);
	});
});

it("the sandbox streams at reading speed", async () => {
	const screen = openScreen("hub infer -t chat -p sandbox 'Count from 1 to 60'", home());
	let hasSeenPart = false;
	await screen.waitFor((text) => {
		hasSeenPart ||= text.includes("1, 2") && !text.includes("60");
		return text.includes("60");
	});
	expect(await screen.end()).toBe(0);
	expect(hasSeenPart).toBe(true);
});
