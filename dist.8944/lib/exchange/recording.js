import { parseJson } from "../json.js";
import { encodeText } from "./bytes.js";
import { hashKey, toCanonical, toKey } from "./canonical.js";
import { cleanRequest, storeRequest } from "./clean-request.js";
import { cleanChunks } from "./clean-response.js";
import { Excerpt } from "./excerpt.js";
import { createId } from "./exchange.js";
import { describeError } from "./failure.js";
import { keepResponseHeaders } from "./headers.js";
import { findParties } from "./parties.js";
import { SecretFoundError } from "./split-secret.js";
import { readFacts } from "./usage.js";
async function nameRequest(request, secrets) {
  const clean = cleanRequest(request, secrets);
  const canonical = await toCanonical(clean);
  const key = toKey(canonical);
  const body = clean.body.kind === "json" ? clean.body.value : {};
  const parties = findParties(clean.url, body);
  const place = slug(parties.task ?? (canonical.path.slice(1) || "root"));
  return { clean, canonical, key, base: `${slug(canonical.host)}.${place}.${await hashKey(key)}`, parties };
}
function recordingName(base, number) {
  return number === 1 ? `${base}.json` : `${base}.${number}.json`;
}
function recordingNumber(base, name) {
  if (name === `${base}.json`) return 1;
  const number = name.startsWith(`${base}.`) ? /^(\d+)\.json$/.exec(name.slice(base.length + 1))?.[1] : void 0;
  return number === void 0 ? void 0 : Number(number);
}
async function writeRecording(sighting, { clean, base, parties }, number, facts, secrets) {
  const { response, started } = sighting;
  const written = /* @__PURE__ */ new Map();
  const files = besideFiles(recordingName(base, number).replace(/\.json$/, ""), written);
  const headers = response ? secrets.cleanValue(keepResponseHeaders(response.headers)) : {};
  const chunks = await cleanChunks(sighting.chunks, headers["content-type"], secrets, files);
  const { command, ...known } = facts;
  const excerpt = new Excerpt(64 * 1024);
  for (const [, bytes] of sighting.chunks) excerpt.add(bytes);
  const told = readFacts(excerpt.read());
  const recording = {
    id: createId(started),
    time: new Date(started).toISOString(),
    ...command === void 0 ? {} : { command },
    ...parties,
    ...definedOnly(known),
    provider: headers["x-inference-provider"] ?? known.provider ?? parties.provider,
    model: known.model ?? parties.model ?? told.model,
    request: storeRequest(clean, files),
    response: response ? { status: response.status, headers, chunks } : null,
    first_ms: sighting.firstMs,
    total_ms: sighting.totalMs,
    finish_reason: told.finishReason,
    ...sighting.error === void 0 ? {} : { error: secrets.cleanValue(describeError(sighting.error)) }
  };
  const text = toPrettyJson(recording);
  if (secrets.isKnownIn(text) || [...written.keys()].some((name) => secrets.isKnownIn(name))) {
    throw new SecretFoundError();
  }
  written.set(recordingName(base, number), encodeText(text));
  return written;
}
function parseRecording(text, name) {
  const value = parseJson(text);
  const isRecording = value !== null && typeof value === "object" && "request" in value && "response" in value;
  if (!isRecording) throw new SyntaxError(`${name} is not a recording.`);
  return value;
}
function besideFiles(base, written) {
  return {
    put: (bytes, type) => {
      const number = written.size === 0 ? "" : `-${written.size + 1}`;
      const file = `${base}${number}.${extensionOf(type)}`;
      written.set(file, bytes);
      return { file };
    }
  };
}
const EXTENSIONS = {
  jpeg: "jpg",
  mpeg: "mp3",
  "x-wav": "wav",
  wave: "wav",
  quicktime: "mov",
  "svg+xml": "svg"
};
function extensionOf(type = "") {
  const sub = /^(?:image|audio|video)\/([\w+.-]+)/i.exec(type)?.[1]?.toLowerCase();
  const extension = sub === void 0 ? "bin" : EXTENSIONS[sub] ?? sub;
  return /^[a-z0-9]{1,8}$/.test(extension) ? extension : "bin";
}
function toPrettyJson(recording) {
  if (!recording.response) return `${JSON.stringify(recording, null, 2)}
`;
  const { chunks } = recording.response;
  const shell = { ...recording, response: { ...recording.response, chunks: [] } };
  const text = JSON.stringify(shell, null, 2);
  if (chunks.length === 0) return `${text}
`;
  const lines = chunks.map(([ms, content]) => `      [${ms}, ${JSON.stringify(content)}]`);
  const at = text.lastIndexOf('"chunks": []');
  const end = at + '"chunks": []'.length;
  return `${text.slice(0, at)}"chunks": [
${lines.join(",\n")}
    ]${text.slice(end)}
`;
}
function slug(text) {
  return text.replace(/[^\w.-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 80) || "root";
}
function definedOnly(value) {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== void 0));
}
export {
  nameRequest,
  parseRecording,
  recordingNumber,
  writeRecording
};
