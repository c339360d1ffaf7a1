export type Json = Record<string, unknown>;

/** A requirement of one side, and what hub does with it: a line of the table in docs/serve.md, and a test. */
export interface Row {
	/** What the client sends or needs, for the table: a field, a block, a header, a path. */
	what: string;
	/** What becomes of it, for the table. */
	becomes: string;
	/** Default: that of the side. */
	path?: string;
	method?: "GET";
	headers?: Readonly<Record<string, string>>;
	/** Added to the smallest request of the side. */
	sends?: Json;
	/** The target. Default: one of which nothing is known. */
	target?: string;
	/** The URL of the endpoint `own` of the gateway, that the target may name. */
	endpoint?: string;
	/** What the model's service gets, at least. */
	upstream?: Json;
	/** Fields that it does not get. */
	lacks?: readonly string[];
	/** Of the header `x-hub-notice`; by default there is none. */
	notice?: RegExp;
	/** Default 200. */
	status?: number;
	/** The message that the model answers with. Default: "Ok". */
	answers?: Json;
	finish?: string;
	/** What the client gets, at least. */
	receives?: Json;
	/** The types of the events of a stream, in order; repeated ones once. */
	events?: readonly string[];
	/** Headers of the answer. */
	receivesHeaders?: Readonly<Record<string, RegExp>>;
}

/** The requirements of one side. */
export interface Side {
	/** For the table. */
	title: string;
	path: string;
	/** The smallest request. */
	request: Json;
	rows: readonly Row[];
}

/** The messages of a chat: role, content, and further members of each. */
export const conversation = (...turns: readonly (readonly [role: string, content: unknown, more?: Json])[]): Json => ({
	messages: turns.map(([role, content, more]) => ({ role, content, ...more })),
});

/** The call of a tool, as messages of the assistant have it. */
export const callOf = (id: string, name = "add", args = '{"a":1}'): Json => ({
	id,
	type: "function",
	function: { name, arguments: args },
});
