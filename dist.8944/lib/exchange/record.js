import { findCredentials } from "./credentials.js";
import { readError } from "./failure.js";
import { readRequest } from "./read-request.js";
import {
  nameRequest,
  recordingNumber,
  writeRecording
} from "./recording.js";
import { Secrets } from "./secrets.js";
import { holdsEndMarker, tapBody } from "./tap.js";
function record(store, options = {}) {
  return createRecorder(store, options).fetch;
}
function createRecorder(store, options = {}) {
  const { now = Date.now, append = false, onProblem } = options;
  const secrets = new Secrets(options.secrets);
  const pending = /* @__PURE__ */ new Set();
  const numbers = createNumbers(store, append);
  const write = async (sighting, named, number) => {
    const { facts = {} } = options;
    const known = typeof facts === "function" ? facts() : facts;
    const files = await writeRecording(sighting, named, await number, known, secrets);
    numbers.keep(named.base, files.keys());
    for (const [name, bytes] of files) await store.write(name, bytes);
    await numbers.removeStale(named.base);
  };
  const finish = (sighting, named, number) => {
    const writing = write(sighting, named, number).catch((error) => {
      if (!onProblem) throw error;
      onProblem(error);
    });
    const settled = writing.catch(() => void 0).finally(() => pending.delete(settled));
    pending.add(settled);
    return writing;
  };
  const send = async (fetch, ...[input, init]) => {
    const request = await readRequest(input, init);
    for (const secret of findCredentials(request)) secrets.add(secret);
    const named = await nameRequest(request, secrets);
    const number = numbers.take(named.base);
    number.catch(() => void 0);
    const started = now();
    const elapsed = () => Math.max(0, Math.round(now() - started));
    const seen = (more) => ({
      request,
      started,
      firstMs: null,
      chunks: [],
      ...more,
      totalMs: elapsed()
    });
    let response;
    try {
      response = await fetch(request.input, request.init);
    } catch (error) {
      if (readError(error).name !== "AbortError") await finish(seen({ error }), named, number);
      throw error;
    }
    const firstMs = elapsed();
    const chunks = [];
    if (!response.body) {
      await finish(seen({ response, firstMs }), named, number);
      return response;
    }
    return tapBody(response, {
      chunk: (bytes) => {
        chunks.push([elapsed(), bytes.slice()]);
      },
      isLast: holdsEndMarker,
      end: (error) => finish(seen({ response, firstMs, chunks, ...error === void 0 ? {} : { error } }), named, number)
    });
  };
  return {
    fetch: (input, init) => send(options.fetch ?? globalThis.fetch, input, init),
    through: (fetch) => (input, init) => send(fetch, input, init),
    settle: async () => {
      while (pending.size > 0) await Promise.all(pending);
    }
  };
}
function createNumbers(store, append) {
  const last = /* @__PURE__ */ new Map();
  const stale = /* @__PURE__ */ new Map();
  const begin = async (base) => {
    const names = (await store.list()).filter((name) => name.startsWith(`${base}.`) || name.startsWith(`${base}-`));
    if (append) return Math.max(0, ...names.map((name) => recordingNumber(base, name) ?? 0)) + 1;
    stale.set(base, new Set(names));
    return 1;
  };
  return {
    take: (base) => {
      const next = last.get(base)?.then((number) => number + 1) ?? begin(base);
      last.set(base, next);
      return next;
    },
    keep: (base, names) => {
      for (const name of names) stale.get(base)?.delete(name);
    },
    removeStale: async (base) => {
      const names = stale.get(base) ?? [];
      stale.delete(base);
      for (const name of names) await store.remove(name);
    }
  };
}
export {
  createRecorder,
  record
};
