import { expect, it, onTestFinished } from "vitest";
import { startChatService } from "../../helpers/chat-service.ts";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

function home(files: Record<string, string> = {}): Home {
	const created = createHome(files);
	onTestFinished(() => created.remove());
	return created;
}

async function ready(screen: Screen): Promise<void> {
	await screen.waitFor((seen) => seen.includes("❯ Type a message") && !seen.includes("Ctrl-C stops"));
}

async function leave(screen: Screen): Promise<void> {
	screen.type("\u0003\u0004");
	expect(await screen.end()).toBe(0);
}

/** A chat with a service that keeps what it was asked. */
async function open(files: Record<string, string> = {}, columns = 80) {
	const bodies: Record<string, unknown>[] = [];
	const service = await startChatService({
		intercept: ({ body, response, prompt }) => {
			bodies.push(body);
			const delta = JSON.stringify({ choices: [{ index: 0, delta: { content: `re ${prompt.length}` } }] });
			response.writeHead(200, { "content-type": "text/event-stream" });
			response.end(`data: ${delta}\n\ndata: [DONE]\n\n`);
			return true;
		},
	});
	onTestFinished(() => service.close());
	const folder = home(files);
	const screen = openScreen(`hub chat --endpoint ${service.url} -m m`, folder, { columns, rows: 24 });
	await ready(screen);
	const prompts = (): unknown[] =>
		((bodies.at(-1)?.["messages"] ?? []) as { content: unknown }[]).map(({ content }) => content);
	return { screen, folder, bodies, prompts };
}

async function say(screen: Screen, text: string, shown: string | RegExp): Promise<void> {
	await ready(screen);
	screen.type(`${text}\r`);
	await screen.waitFor(shown);
	await ready(screen);
}

it.each([80, 40])("@file with Tab attaches a file, at %i columns", async (columns) => {
	const { screen, prompts, folder } = await open({ "notes.txt": "Mary lives in Paris.\n" }, columns);
	screen.type("Who is in @no\t");
	await screen.waitFor("@notes.txt");
	screen.type("\r");
	await screen.waitFor(/re \d+/);
	expect(prompts().at(-1)).toMatch(/Mary lives in Paris\.[\s\S]*Who is in @notes\.txt/);
	await leave(screen);
	// The file does not title the chat.
	const [chat] = JSON.parse((await folder.run("hub chat --list --json")).stdout) as { title: string }[];
	expect(chat?.title).toBe("Who is in @notes.txt");
});

it("!command asks first, and its output goes with the next message", async () => {
	const { screen, prompts } = await open();
	screen.type("!echo apple pie\r");
	await screen.waitFor('Run "echo apple pie"?');
	screen.type("n");
	await screen.waitFor("Not run.");
	await ready(screen);
	screen.type("!echo apple pie; exit 3\r");
	await screen.waitFor('exit 3"?');
	screen.type("y");
	await screen.waitFor("with $ echo apple pie");
	await say(screen, "What is it?", /re \d+/);
	expect(prompts().at(-1)).toMatch(/apple pie[\s\S]*\(exit code 3\)[\s\S]*What is it\?/);
	await leave(screen);
});

it("a long paste is folded, opened by Tab, and sent whole", async () => {
	const { screen, prompts } = await open();
	const lines = Array.from({ length: 40 }, (_, index) => `line${index} $& $1`).join("\n");
	screen.type(`See \u001B[200~${lines}\u001B[201~`);
	await screen.waitFor("❯ See [40 lines]");
	screen.type("\t");
	await screen.waitFor("line39");
	screen.type("\u0003");
	await screen.waitFor("❯ Type a message");
	screen.type(`\u001B[200~${lines}\u001B[201~ and tell`);
	await screen.waitFor("[40 lines, 2] and tell");
	screen.type("\r");
	await screen.waitFor(/re \d+/);
	expect(prompts().at(-1)).toBe(`${lines} and tell`);
	await ready(screen);
	await leave(screen);
});

it("/undo takes the last exchange back, also from the file", async () => {
	const { screen, folder, prompts } = await open({ "notes.txt": "Mary" });
	await say(screen, "/undo", "Nothing to undo yet.");
	await say(screen, "first one", "re 9");
	await say(screen, "second question", "re 15");
	await say(screen, "/undo", "Undone: second question");
	await say(screen, "/file notes.txt", "goes with your next message");
	await say(screen, "with a file", "re 34");
	await say(screen, "/undo", "Undone: with a file");
	await say(screen, "third", "re 5");
	expect(prompts()).toEqual(["first one", "re 9", "third"]);
	await leave(screen);
	const { messages } = JSON.parse((await folder.run("hub chat --export last json")).stdout) as { messages: object[] };
	expect(messages).toHaveLength(4);
	expect((await folder.run("hub chat --search 'third first' --json")).stdout).toContain("first one");
	expect((await folder.run("hub chat --search 'second' --json")).stdout).toBe("[]\n");
});

it("/set shows and changes parameters, /detach drops attachments, Ctrl-Y inserts what was cut", async () => {
	const { screen, bodies } = await open({ "notes.txt": "Mary lives in Paris.\n" });
	await say(screen, "/set", "No parameters are set.");
	await say(screen, "/set temperature 0.2", "temperature = 0.2");
	await say(screen, "/set temprature 1", "Did you mean temperature?");
	await say(screen, "/set temperature hot", "Give the temperature as a number, 0 or more.");
	await say(screen, "/file notes.txt", "with notes.txt");
	await say(screen, "/detach", "Nothing is attached to the next message.");
	await ready(screen);
	screen.type("cut me\u0001\u000Bagain: \u0019\u0019");
	await screen.waitFor("❯ again: cut mecut me");
	screen.type("\r");
	await screen.waitFor("re 19");
	expect(bodies.at(-1)).toMatchObject({ temperature: 0.2, messages: [{ content: "again: cut mecut me" }] });
	await say(screen, "/set temperature -", "No parameters are set.");
	await leave(screen);
});

it("/model refuses two words, and Ctrl-L clears the window but not the scrollback", async () => {
	const { screen } = await open();
	await say(screen, "first one", "re 9");
	await say(screen, "/model foo bar", '"foo bar" is not the id of a model.');
	screen.type("\u000C");
	await screen.waitFor(/^\s*❯ Type a message/);
	expect(screen.history()).toContain("first one");
	expect(screen.history().match(/Type a message/g)).toHaveLength(1);
	await leave(screen);
});
