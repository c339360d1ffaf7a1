import { createCallPromise } from "../call-promise.js";
import { askForObject, splitArgs, streamObject } from "../object/ask.js";
function chatCompletionObject(args, options) {
  return createCallPromise(async (onResponse) => {
    const { plan, rules, args: call } = splitArgs(withoutStream(args));
    return await askForObject(plan, call, rules, options, onResponse);
  });
}
async function* chatCompletionObjectStream(args, options) {
  const { plan, rules, args: call } = splitArgs(withoutStream(args));
  yield* streamObject(plan, call, rules, options);
}
function withoutStream({ stream: _stream, ...args }) {
  return args;
}
export {
  chatCompletionObject,
  chatCompletionObjectStream
};
