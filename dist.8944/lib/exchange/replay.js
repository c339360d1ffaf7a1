import { wait } from "../http/index.js";
import { encodeText } from "./bytes.js";
import { toCanonical, toKey } from "./canonical.js";
import { cleanRequest, loadBytes, loadRequest } from "./clean-request.js";
import { findCredentials } from "./credentials.js";
import { compareRequests } from "./difference.js";
import { rebuildError } from "./failure.js";
import { ReplayMissError } from "./miss.js";
import { readRequest } from "./read-request.js";
import { createRecorder } from "./record.js";
import { parseRecording } from "./recording.js";
import { Secrets } from "./secrets.js";
import { redirectUrls, servedPlaces, toServedRequest } from "./served-places.js";
function replay(store, options = {}) {
  return createReplayer(store, options).fetch;
}
function createReplayer(store, options = {}) {
  const { onMiss = "error", ignore = [], pace = "none", anyHost = false } = options;
  const secrets = new Secrets(options.secrets);
  let isLive = false;
  let queues;
  let paths;
  const recorder = createRecorder(store, {
    ...options.recording,
    fetch: options.fetch,
    append: true,
    secrets: options.secrets
  });
  const readFile = (name) => store.read(name);
  const answer = async (live, ...[input, init]) => {
    const request = await readRequest(input, init);
    const signal = init?.signal ?? (typeof input === "object" && "signal" in input ? input.signal : null);
    signal?.throwIfAborted();
    for (const secret of findCredentials(request)) secrets.add(secret);
    const canonical = await toCanonical(cleanRequest(request, secrets), ignore);
    queues ??= load(store, ignore, anyHost);
    const known = await queues;
    const queue = known.get(toKey(anyHost ? toServedRequest(canonical) : canonical));
    if (!queue) {
      if (onMiss === "error") throw describeMiss(canonical, known, store.name, anyHost);
      isLive = true;
      return live(request.input, request.init);
    }
    isLive = false;
    const found = queue.loaded[Math.min(queue.next++, queue.loaded.length - 1)];
    if (!found) throw new Error("A queue of recordings is empty.");
    const response = await play(found.recording, request.url, pace, signal, readFile);
    if (!anyHost) return response;
    paths ??= new Set([...known.values()].flatMap(({ loaded }) => loaded.map((entry) => entry.canonical.path)));
    const recorded = paths;
    return redirectUrls(response, new URL(request.url).origin, (path) => recorded.has(path));
  };
  return {
    fetch: (input, init) => answer(recorder.fetch, input, init),
    through: (fetch) => {
      const live = recorder.through(fetch);
      return (input, init) => answer(live, input, init);
    },
    isLive: () => isLive,
    settle: recorder.settle
  };
}
async function load(store, ignore, anyHost) {
  const queues = /* @__PURE__ */ new Map();
  const names = (await store.list()).filter((name) => name.endsWith(".json"));
  for (const name of names.sort(compareNames)) {
    const recording = parseRecording(new TextDecoder().decode(await store.read(name)), name);
    const canonical = await toCanonical(await loadRequest(recording.request, store.read), ignore);
    for (const place of anyHost ? servedPlaces(canonical, recording) : [canonical]) {
      const key = toKey(place);
      const queue = queues.get(key) ?? { loaded: [], next: 0 };
      queue.loaded.push({ name, recording, canonical: place });
      queues.set(key, queue);
    }
  }
  return queues;
}
function compareNames(a, b) {
  const [, baseA = a, numberA = "1"] = /^(.*?)(?:\.(\d+))?\.json$/.exec(a) ?? [];
  const [, baseB = b, numberB = "1"] = /^(.*?)(?:\.(\d+))?\.json$/.exec(b) ?? [];
  return baseA === baseB ? Number(numberA) - Number(numberB) : baseA < baseB ? -1 : 1;
}
async function play({ response, error }, url, pace, signal, readFile) {
  if (!response) throw rebuildError(error ?? { name: "TypeError", message: "fetch failed", code: "ECONNRESET" });
  const { status, headers, chunks } = response;
  const speed = pace === "original" ? 1 : pace === "none" ? void 0 : pace;
  const started = Date.now();
  let next = 0;
  const body = new ReadableStream(
    {
      async pull(sink) {
        const chunk = chunks[next++];
        if (!chunk) {
          if (error) throw rebuildError(error);
          sink.close();
          return;
        }
        const [ms, content] = chunk;
        const delay = speed === void 0 ? 0 : started + ms / speed - Date.now();
        if (delay > 0) await wait(delay, signal);
        signal?.throwIfAborted();
        sink.enqueue(typeof content === "string" ? encodeText(content) : await loadBytes(content, readFile));
      }
    },
    { highWaterMark: 0 }
  );
  const isEmpty = chunks.length === 0 && !error;
  const replayed = new Response(isEmpty || [101, 204, 205, 304].includes(status) ? null : body, { status, headers });
  return Object.defineProperty(replayed, "url", { value: url });
}
function describeMiss(requested, queues, place, anyHost) {
  const asked = anyHost ? toServedRequest(requested) : requested;
  let nearest;
  for (const { loaded } of queues.values()) {
    const [candidate] = loaded;
    const found = candidate && compareRequests(candidate.canonical, asked);
    if (found && found.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
      nearest = { name: candidate.name, ...found };
    }
  }
  return new ReplayMissError(requested, place, nearest && { recording: nearest.name, ...nearest.first });
}
export {
  createReplayer,
  replay
};
