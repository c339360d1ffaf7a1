// Uses the library as a program of any runtime would and prints what it saw as JSON.
// Arguments: URL of the entry point to load, address of the server of `runtimes.test.ts`.
const [entryPoint, url] = globalThis.process.argv.slice(2);
const { chatCompletion, chatCompletionStream, featureExtraction, retry, timeout } = await import(entryPoint);
const { runBatch } = await import(new URL(`batch/${entryPoint.split("/").at(-1)}`, entryPoint));

const accessToken = "sk-verysecret";
const messages = [{ role: "user", content: "Hello" }];
const at = (path) => ({ endpointUrl: `${url}/${path}`, model: "m", accessToken, messages });
const failure = (pending) =>
	pending.then(
		(value) => `no failure: ${JSON.stringify(value)}`,
		(error) => error,
	);

async function readStream(path) {
	let text = "";
	for await (const chunk of chatCompletionStream(at(path))) text += chunk.choices[0]?.delta.content ?? "";
	return text;
}

async function stopEarly() {
	for await (const chunk of chatCompletionStream(at("endless"))) return chunk.choices[0]?.delta.content;
}

async function tryAgain(path) {
	const notices = [];
	const options = {
		retry_on_error: false,
		fetch: retry(fetch, { baseDelay: 1, onNotice: (notice) => notices.push(notice) }),
	};
	const answer = await chatCompletion(at(path), options);
	// Some runtimes repeat a request once themselves, so the number of notices says nothing.
	return [answer.choices[0].message.content, [...new Set(notices.map(({ message }) => message.split(";")[0]))]];
}

async function abort() {
	const controller = new AbortController();
	const pending = failure(chatCompletion(at("silent"), { signal: controller.signal }));
	setTimeout(() => controller.abort(new Error("enough")), 50);
	return (await pending).message;
}

/** Lists and generators: newer engines give their iterators methods of their own. */
async function readRows() {
	const rows = [
		{ id: "a", args: { messages } },
		{ id: "b", args: { messages } },
	];
	const texts = [];
	for (const given of [
		rows,
		rows.values(),
		(async function* () {
			yield* rows;
		})(),
	]) {
		for await (const { output } of runBatch({ ...at("chat"), task: "chat", rows: given }))
			texts.push(output.choices[0].message.content);
	}
	return texts.length;
}

const refused = await failure(chatCompletion(at("refused")));
const redirected = await failure(chatCompletion(at("redirect")));
const late = await failure(
	chatCompletion(at("silent"), { retry_on_error: false, fetch: timeout(fetch, { firstByte: 50 }) }),
);
const idle = await failure((await timeout(fetch, { idle: 50 })(`${url}/idle`)).text());

const seen = {
	chat: (await chatCompletion(at("chat"))).choices[0].message.content,
	stream: await readStream("stream"),
	stopped: await stopEarly(),
	embedding: await featureExtraction({ endpointUrl: `${url}/embed`, inputs: "a" }),
	busy: await tryAgain("busy"),
	broken: await tryAgain("broken"),
	refused: [refused.name, refused.message, JSON.stringify(refused).includes("verysecret")],
	late: [late.name, late.message],
	idle: [idle.name, idle.message],
	aborted: await abort(),
	rows: await readRows(),
	wrong: (await failure(chatCompletion(at("chat"), { fetch: {} }))).message,
	redirected: redirected.message.replaceAll(/:\d+/g, ""),
};
globalThis.process.stdout.write(JSON.stringify(seen));
