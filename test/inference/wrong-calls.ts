/**
 * Calls that only plain JavaScript can make. The same runs over the sources and over the packed package, so this imports
 * nothing.
 */

type Library = Readonly<Record<string, unknown>>;
type Task = (args: unknown, options?: unknown) => unknown;

/** How a wrong call ended: what was called, and the error with its name. */
export interface WrongCall {
	call: string;
	error: string;
}

const MODEL = { model: "org/name" };
const GOOD = {
	...MODEL,
	inputs: "a",
	messages: [{ role: "user", content: "hi" }],
	schema: { type: "object" },
	provider: "hf-inference",
};

/** What is given in place of an object. */
const NO_OBJECTS: Readonly<Record<string, unknown>> = {
	null: null,
	text: "text",
	number: 42,
	list: [],
	function: () => 1,
	symbol: Symbol("x"),
};

const WRONG_ARGUMENTS: Readonly<Record<string, object>> = {
	"a number as model": { ...GOOD, model: 5 },
	"an object as model": { ...GOOD, model: {} },
	"a number as token": { ...GOOD, accessToken: 5 },
	"an object as token": { ...GOOD, accessToken: { token: "x" } },
	"a URL as endpoint": { ...GOOD, provider: undefined, endpointUrl: new URL("http://127.0.0.1:1") },
	"a number as provider": { ...GOOD, provider: 5 },
	"an object as provider": { ...GOOD, provider: { id: "x" } },
	"a text as parameters": { ...GOOD, parameters: "x" },
};

const WRONG_OPTIONS: Readonly<Record<string, unknown>> = {
	...NO_OBJECTS,
	"a number as fetch": { fetch: 5 },
	"an object as fetch": { fetch: {} },
	"a controller as signal": { signal: new AbortController() },
	"a number as signal": { signal: 5 },
	"a text as listener": { onNotice: "x" },
	"a text as time": { timeout: "x" },
	"no number as deadline": { deadline: Number.NaN },
	"a text as headers": { headers: "x" },
};

/** Inputs of any type: they may be sent, and what is refused is refused in words. */
const ODD_INPUTS: readonly unknown[] = [null, 5, [], [null], {}, { image: null, question: 5 }, { table: null }, "a"];

/** Makes every wrong call of every function of a client, by the client and by the function alone. */
export async function makeWrongCalls(library: Library): Promise<{ refused: WrongCall[]; odd: WrongCall[] }> {
	const { InferenceClient } = library as {
		InferenceClient: new (...args: unknown[]) => Readonly<Record<string, Task>>;
	};
	const fetch = async (): Promise<Response> => Response.json({ error: "stop" }, { status: 418 });
	const options = { fetch, maxRetries: 0, onNotice: () => undefined };
	const client = new InferenceClient("hf_x", options);
	const names = Object.getOwnPropertyNames(client).filter((name) => typeof client[name] === "function");
	const refused: WrongCall[] = [];
	const odd: WrongCall[] = [];
	for (const name of names) {
		const doors: Readonly<Record<string, Task>> = {
			[`client.${name}`]: (args, given) => client[name]?.(args, given),
			[name]: (args, given = options) => (library[name] as Task)(args, given),
		};
		for (const [door, call] of Object.entries(doors)) {
			const attempt = async (into: WrongCall[], what: string, ...args: [unknown, unknown?]): Promise<void> => {
				into.push({ call: `${door} with ${what}`, error: await errorOf(() => call(...args)) });
			};
			await attempt(refused, "nothing", undefined);
			for (const [what, value] of Object.entries(NO_OBJECTS)) await attempt(refused, what, value);
			for (const [what, value] of Object.entries(WRONG_ARGUMENTS)) await attempt(refused, what, value);
			for (const [what, value] of Object.entries(WRONG_OPTIONS))
				await attempt(refused, `${what} in options`, GOOD, value);
			await attempt(odd, "{}", {});
			for (const value of ODD_INPUTS) {
				const what = JSON.stringify(value);
				await attempt(odd, `inputs ${what}`, { ...GOOD, inputs: value });
				await attempt(odd, `messages ${what}`, { ...GOOD, messages: value });
				await attempt(odd, `schema ${what}`, { ...GOOD, schema: value });
				await attempt(odd, `data ${what}`, { ...GOOD, inputs: undefined, data: value });
				await attempt(odd, `labels ${what}`, { ...GOOD, parameters: { candidate_labels: value } });
			}
		}
	}
	return { refused, odd };
}

async function errorOf(call: () => unknown): Promise<string> {
	try {
		const result = call();
		if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
			for await (const _ of result as AsyncIterable<unknown>) break;
		} else await result;
		return "none";
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	}
}
