import { answerSpeech, answerTranscription } from "./handlers/audio.js";
import { answerChat } from "./handlers/chat.js";
import { answerCompletion } from "./handlers/completions.js";
import { answerEmbeddings } from "./handlers/embeddings.js";
import { answerImageEdits, answerImages } from "./handlers/images.js";
import { answerModel, answerModels } from "./handlers/models.js";
import { answerResponses } from "./handlers/responses.js";
import { answerTask } from "./handlers/tasks.js";
import { replyJson } from "./reply.js";
const ROUTES = [
  call("/v1/chat/completions", answerChat),
  call("/v1/completions", answerCompletion),
  call("/v1/embeddings", answerEmbeddings),
  call("/v1/images/generations", answerImages),
  call("/v1/images/edits", answerImageEdits),
  call("/v1/audio/speech", answerSpeech),
  call("/v1/audio/transcriptions", answerTranscription),
  call("/v1/responses", answerResponses),
  { method: "POST", path: "/v1/tasks/{task}", pattern: /^\/v1\/tasks\/([^/]+)$/, isCall: true, handle: answerTask },
  { method: "GET", path: "/v1/models", pattern: /^\/v1\/models$/, handle: answerModels },
  { method: "GET", path: "/v1/models/{id}", pattern: /^\/v1\/models\/(.+)$/, handle: answerModel },
  {
    method: "GET",
    path: "/health",
    pattern: /^\/health$/,
    access: "open",
    handle: () => replyJson({ status: "ok", server: "hub" })
  },
  { method: "GET", path: "/metrics", pattern: /^\/metrics$/, handle: answerMetrics },
  {
    method: "GET",
    path: "/",
    pattern: /^\/$/,
    access: "page",
    handle: ({ request, url }, page) => page.answer(request, url)
  },
  {
    method: "GET",
    path: "/page.js",
    pattern: /^\/page\.js$/,
    access: "open",
    handle: (_, page) => page.answerFile("script")
  },
  {
    method: "GET",
    path: "/page.css",
    pattern: /^\/page\.css$/,
    access: "open",
    handle: (_, page) => page.answerFile("style")
  },
  {
    method: "GET",
    path: "/calls",
    pattern: /^\/calls$/,
    access: "page",
    handle: ({ request }, page) => page.answerCalls(request)
  },
  {
    method: "GET",
    path: "/calls/{id}",
    pattern: /^\/calls\/([^/]+)$/,
    access: "page",
    handle: ({ request, groups }, page) => page.answerCall(request, groups[0] ?? "")
  }
];
function call(path, handle) {
  return { method: "POST", path, pattern: new RegExp(`^${path}$`), isCall: true, handle };
}
function answerMetrics({ services }) {
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: services.metrics.format() };
}
export {
  ROUTES
};
