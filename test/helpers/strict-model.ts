/** A model of OpenAI's chat form that refuses whatever a gateway loses or changes of its conversation. */

type Json = Record<string, unknown>;

/** An answer of the model. */
export interface StrictTurn {
	reasoning?: string;
	content?: string;
	calls?: readonly { name: string; args: object }[];
}

export interface StrictOptions {
	/** Where it sends its reasoning, and wants it back. */
	field: "reasoning_content" | "reasoning";
	/** Returns the id of a call. */
	id(turn: number, index: number, name: string): string;
	/** The answers, in turn; the last one again and again. */
	turns: readonly StrictTurn[];
}

/** A chat that was refused, and why. */
interface Refusal {
	status: number;
	body: { error: { message: string } };
}

/** Keeps the conversation of one agent. */
export function createStrictModel({ field, id, turns }: StrictOptions) {
	/** What it sent, as it must come back. */
	const sent: Json[] = [];
	/** The body of the last request up to the end of its messages. */
	let before = "";
	const problems: string[] = [];
	const requests: Json[] = [];

	const check = (text: string, { messages }: { messages: Json[] }): string | undefined => {
		const at = text.indexOf('"messages":');
		const start = text.slice(0, at) + JSON.stringify({ messages }).slice(1, -2);
		if (!start.startsWith(before)) {
			const place = [...before].findIndex((letter, index) => letter !== start[index]);
			return `the start of the request has changed at ${place}: ${before.slice(place - 80, place + 80)} → ${start.slice(place - 80, place + 80)}`;
		}
		before = start;
		for (const [index, { role }] of messages.entries()) {
			if (role === "developer" || (role === "system" && index > 0)) return "System message must be at the beginning.";
			if (role === "user" && messages[index - 1]?.["role"] === "user") return "Roles must alternate.";
		}
		const answers = messages.filter(({ role }) => role === "assistant");
		for (const [index, expected] of sent.entries()) {
			const given = answers[index];
			const text = JSON.stringify(given?.[field]);
			if (text !== JSON.stringify(expected[field])) {
				return `The ${field} in the thinking mode must be passed back to the API. Answer ${index}: ${text}`;
			}
			const other = field === "reasoning" ? "reasoning_content" : "reasoning";
			if (given?.[other] !== undefined) return `${other} is not a field of this service.`;
			if ((given?.["content"] || "") !== (expected["content"] || ""))
				return `The text of answer ${index} has changed: ${JSON.stringify(given?.["content"])}`;
			const calls = JSON.stringify(given?.["tool_calls"] ?? []);
			if (calls !== JSON.stringify(expected["tool_calls"] ?? []))
				return `The calls of answer ${index} have changed: ${calls}`;
		}
		if (answers.length !== sent.length) return `There are ${answers.length} answers, not ${sent.length}.`;
		const made = sent.flatMap(({ tool_calls: calls = [] }) => (calls as Json[]).map((call) => call["id"]));
		const results = messages.filter(({ role }) => role === "tool").map((message) => message["tool_call_id"]);
		if (JSON.stringify(made) !== JSON.stringify(results))
			return `The results are of ${results.join()}, not ${made.join()}.`;
		return undefined;
	};
	return {
		/** What was wrong with requests. */
		problems,
		/** The requests that were answered. */
		requests,
		/** Answers a request. */
		answer(text: string): string | Refusal {
			const body = JSON.parse(text) as { messages: Json[]; stream?: boolean };
			const problem = check(text, body);
			if (problem !== undefined) {
				problems.push(problem);
				return { status: 400, body: { error: { message: problem } } };
			}
			requests.push(body as unknown as Json);
			const turn = sent.length;
			const { reasoning, content = "", calls = [] } = turns[Math.min(turn, turns.length - 1)] ?? {};
			const called = calls.map(({ name, args }, index) => ({
				id: id(turn, index, name),
				type: "function",
				function: { name, arguments: JSON.stringify(args) },
			}));
			sent.push({
				...(reasoning === undefined ? {} : { [field]: reasoning }),
				content,
				...(called.length > 0 ? { tool_calls: called } : {}),
			});
			const event = (delta: Json, finish: string | null = null): string =>
				`data: ${JSON.stringify({ id: "c", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
			const pieces = (value: string): string[] => value.match(/.{1,9}/gsu) ?? [];
			const usage = { prompt_tokens: Math.ceil(text.length / 4), completion_tokens: 20, total_tokens: 20 };
			return [
				event({ role: "assistant", content: "" }),
				...pieces(reasoning ?? "").map((piece) => event({ [field]: piece })),
				...pieces(content).map((piece) => event({ content: piece })),
				...called.flatMap(({ id: callId, function: { name, arguments: args } }, index) => [
					event({ tool_calls: [{ index, id: callId, type: "function", function: { name, arguments: "" } }] }),
					...pieces(args).map((piece) => event({ tool_calls: [{ index, function: { arguments: piece } }] })),
				]),
				event({}, called.length > 0 ? "tool_calls" : "stop"),
				`data: ${JSON.stringify({ id: "c", choices: [], usage })}\n\n`,
				"data: [DONE]\n\n",
			].join("");
		},
	};
}
