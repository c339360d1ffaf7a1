import { InferenceClientProviderOutputError } from "../errors.js";
import {
  guardRedirects,
  isType,
  LONGEST_TIMER,
  readPieces,
  send
} from "../http/index.js";
import { previewRequest } from "../inference/index.js";
import { EventText, splitEvents } from "./sse.js";
import { CHAT_SIGNS, checkSize, findError, readEvent, toProviderError } from "./stream-checks.js";
import { FirstTokenTimeout, StreamCut } from "./stream-errors.js";
async function openStream(session, attempting, args, firstTokenTimeout) {
  const { options } = attempting;
  const wire = await previewRequest(session.task, { ...args, stream: true, ...attempting.args }, options);
  return await openRequest(wire, attempting, firstTokenTimeout, CHAT_SIGNS);
}
async function openRequest(wire, attempting, firstTokenTimeout, signs) {
  const { cancellation, options } = attempting;
  const timer = isTimed(firstTokenTimeout) ? setTimeout(() => cancellation.cancel(new FirstTokenTimeout(firstTokenTimeout / 1e3)), firstTokenTimeout) : void 0;
  const open = async () => {
    const response = await send(wire, guardRedirects(options.fetch), { streaming: true });
    const pieces = readPieces(response);
    if (!isType(response.headers, "text/event-stream")) {
      pieces.cancel();
      const type = response.headers.get("content-type") ?? "no type";
      throw new InferenceClientProviderOutputError(`Expected an event stream, got ${type}.`);
    }
    const opened = { head: "", events: new EventText(), pieces, wire, response, isEnded: false, signs };
    const release = cancellation.onCancel(() => pieces.cancel());
    try {
      await readFirstToken(opened);
      attempting.begin();
      return opened;
    } catch (error) {
      pieces.cancel();
      throw error;
    } finally {
      release();
    }
  };
  try {
    return await cancellation.race(open());
  } finally {
    clearTimeout(timer);
  }
}
function isTimed(limit) {
  return limit > 0 && limit <= LONGEST_TIMER;
}
async function readFirstToken(opened) {
  const { pieces, events, signs } = opened;
  while (true) {
    const piece = await pieces.next();
    const text = piece ? events.push(piece) : events.end();
    checkSize(events);
    opened.head += text;
    const error = findError(text);
    if (error !== void 0) throw toProviderError(opened, error);
    const hasBegun = holdsToken(text, signs);
    if (!piece) {
      opened.isEnded = true;
      if (!hasBegun && !signs.isComplete(opened.head)) throw new StreamCut();
      return;
    }
    if (hasBegun) return;
    if (text !== "" && signs.isComplete(text)) return;
  }
}
function holdsToken(text, signs) {
  for (const { data } of splitEvents(text)) if (signs.hasToken(readEvent(data))) return true;
  return false;
}
export {
  openRequest,
  openStream
};
