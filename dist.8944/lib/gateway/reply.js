function replyJson(value, { status = 200, headers = {} } = {}) {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}
function isStream(body) {
  return typeof body === "object" && "next" in body;
}
function toResponse({ status, headers, body }) {
  return new Response(isStream(body) ? toWebStream(body) : body ?? null, { status, headers });
}
function toWebStream(stream) {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const text = await stream.next();
        if (text === void 0) controller.close();
        else controller.enqueue(encoder.encode(text));
      },
      cancel: () => stream.cancel()
    },
    { highWaterMark: 0 }
  );
}
export {
  isStream,
  replyJson,
  toResponse
};
