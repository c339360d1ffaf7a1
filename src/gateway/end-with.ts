/** The response, with a function that is called when its body has been read or dropped. */
export function endWith(response: Response, end: () => void): Response {
	const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
	if (!isStream || !response.body) {
		end();
		return response;
	}
	const reader = response.body.getReader();
	const body = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await reader.read();
				if (!done) return controller.enqueue(value);
				end();
				controller.close();
			},
			cancel(reason) {
				end();
				return reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
	return new Response(body, response);
}
