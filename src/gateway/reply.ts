/** A response to a client, without the cost of the class `Response`. */
export interface Reply {
	status: number;
	/** Names in lowercase. */
	headers: Record<string, string>;
	body: string | Blob | ReplyStream | undefined;
}

/** Text that arrives in pieces. It never fails: errors are part of the text. */
export interface ReplyStream {
	/** Returns the next piece; undefined at the end. */
	next(): Promise<string | undefined>;
	/** Called if the client disconnects. */
	cancel(): void;
	/** Set at the end of incomplete text that cannot contain an error: the connection is cut. */
	readonly isBroken?: boolean;
	/** Called once, at the end or on cancellation. */
	onEnd: (() => void) | undefined;
}

export function replyJson(value: unknown, { status = 200, headers = {} }: Partial<Reply> = {}): Reply {
	return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** Whether the body of a reply is a stream. */
export function isStream(body: Reply["body"]): body is ReplyStream {
	return typeof body === "object" && "next" in body;
}

export function toResponse({ status, headers, body }: Reply): Response {
	return new Response(isStream(body) ? toWebStream(body) : (body ?? null), { status, headers });
}

function toWebStream(stream: ReplyStream): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const text = await stream.next();
				if (text === undefined && stream.isBroken) controller.error(new TypeError("The answer was cut off"));
				else if (text === undefined) controller.close();
				else controller.enqueue(encoder.encode(text));
			},
			cancel: () => stream.cancel(),
		},
		{ highWaterMark: 0 },
	);
}
