import { replaceBody, wait } from "../http/index.js";
class StoppedEarly extends Error {
  constructor() {
    super("The caller stopped reading.");
    this.name = "AbortError";
  }
}
const PATIENCE = 100;
function tapBody(response, tap) {
  if (!response.body) return response;
  const reader = response.body.getReader();
  let isOver = false;
  const end = async (error) => {
    if (isOver) return;
    isOver = true;
    await tap.end(error);
  };
  const read = async () => {
    try {
      const { done, value } = await reader.read();
      if (done) await end();
      else if (!isOver) tap.chunk(value);
      return value;
    } catch (error) {
      await end(error);
      throw error;
    }
  };
  let ahead;
  const body = new ReadableStream(
    {
      async pull(sink) {
        const value = await (ahead ?? read());
        ahead = void 0;
        if (!value) return sink.close();
        if (tap.isLast?.(value) && !isOver) {
          ahead = read();
          ahead.catch(() => void 0);
          const stop = new AbortController();
          await Promise.race([ahead.catch(() => void 0), wait(PATIENCE, stop.signal).catch(() => void 0)]);
          stop.abort();
          await end();
        }
        sink.enqueue(value);
      },
      async cancel(reason) {
        const cancelled = reader.cancel(reason);
        await end(new StoppedEarly());
        await cancelled;
      }
    },
    { highWaterMark: 0 }
  );
  return replaceBody(response, body);
}
const DONE = [..."[DONE]"].map((character) => character.charCodeAt(0));
function holdsEndMarker(bytes) {
  for (let at = bytes.length - DONE.length; at >= 0 && at >= bytes.length - 16; at--) {
    if (DONE.every((code, place) => bytes[at + place] === code)) return true;
  }
  return false;
}
export {
  StoppedEarly,
  holdsEndMarker,
  tapBody
};
