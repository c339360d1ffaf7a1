import { readAnswer } from "../http/index.js";
import { createCallPromise } from "./call-promise.js";
import { prepare } from "./prepare.js";
import { getProviderHelper, REGISTRY } from "./registry.js";
import { resolveProvider } from "./resolve.js";
import { startStream } from "./run-among.js";
import { withScope } from "./scope.js";
import { sendPrepared } from "./send-prepared.js";
function runUnchecked(args, options) {
  return createCallPromise(
    (onResponse) => withScope(options, async (settled) => {
      const helper = getProviderHelper(await resolveProvider(REGISTRY, args, settled.task, settled), settled.task);
      const prepared = await prepare(REGISTRY, helper, args, settled);
      const response = await sendPrepared(prepared, settled, false, onResponse);
      return (await readAnswer(response, settled)).data;
    })
  );
}
function runStreamUnchecked(args, options, onStart) {
  const streamed = { ...args, stream: true };
  return startStream(
    options,
    (event) => event,
    async (settled) => {
      onStart();
      const helper = getProviderHelper(await resolveProvider(REGISTRY, args, options.task, settled), options.task);
      return prepare(REGISTRY, helper, streamed, settled);
    }
  );
}
export {
  runStreamUnchecked,
  runUnchecked
};
