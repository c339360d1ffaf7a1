import { race, readAnswer, StreamReader } from "../http/index.js";
import { createCallPromise } from "./call-promise.js";
import { createCallStream } from "./call-stream.js";
import { hasToken } from "./has-token.js";
import { notify } from "./logger.js";
import { encode, prepare, selectHelper } from "./prepare.js";
import { serviceBase } from "./request.js";
import { firstTokenLimitOf, openScope, withScope } from "./scope.js";
import { sendPrepared } from "./send-prepared.js";
function runAmong(registry, task, args, options = {}) {
  return createCallPromise(
    (onResponse) => withScope(options, async (settled) => {
      const helper = await selectHelper(registry, task, args, settled);
      const send = async (part) => finish(await prepare(registry, helper, part, settled), settled, onResponse);
      const encoded = await encode(helper, args, settled);
      return await (helper.wire.inParts?.(encoded, send) ?? send(encoded));
    })
  );
}
function runStreamAmong(registry, task, args, options = {}, convert = (event) => event) {
  const streamed = { ...args, stream: true };
  return startStream(options, convert, async (settled) => {
    const helper = await selectHelper(registry, task, streamed, settled);
    return prepare(registry, helper, await encode(helper, streamed, settled), settled);
  });
}
function startStream(given, convert, getPrepared) {
  let clearLimit;
  const watch = (event) => {
    if (clearLimit && hasToken(event)) {
      clearLimit();
      clearLimit = void 0;
    }
    return convert(event);
  };
  return createCallStream(
    async () => {
      const scope = openScope(given, firstTokenLimitOf(given));
      const { options } = scope;
      clearLimit = scope.clearLimit;
      try {
        return { ...await race(openStream(await getPrepared(options), options), options.signal), close: scope.close };
      } catch (error) {
        scope.close();
        throw error;
      }
    },
    given.firstTokenTimeout === void 0 ? convert : watch
  );
}
async function openStream(prepared, options) {
  let info;
  const response = await sendPrepared(prepared, options, true, (head) => {
    info = head;
  });
  return { reader: new StreamReader(response, prepared.request, options), info };
}
async function finish(prepared, options, onResponse) {
  const { call, helper, request } = prepared;
  const { fetch, signal, limits, storeFile } = options;
  const answer = await readAnswer(await sendPrepared(prepared, options, false, onResponse), options);
  const received = {
    call,
    data: answer.data,
    url: request.url,
    headers: request.info.headers,
    base: () => serviceBase(request.url, helper.provider, options),
    fetch,
    signal,
    limits,
    storeFile,
    notify: (notice) => notify(notice, options)
  };
  if (answer.invalidJson !== void 0) received.invalidJson = answer.invalidJson;
  if (options.wait) received.wait = options.wait;
  return helper.wire.parse(received);
}
export {
  runAmong,
  runStreamAmong,
  startStream
};
