import { InferenceClientProviderApiError } from "../../errors.js";
import { guardRedirects, isType, parseJson, readMember, readText, send } from "../../http/index.js";
import { previewRequest } from "../../inference/index.js";
import { isRecord } from "../../json.js";
import { askTargets } from "../ask-targets.js";
import { openRequest } from "../open-stream.js";
import { passOn } from "../pass-on.js";
import { readJson } from "../read-json.js";
import { toChatArgs } from "../responses-input.js";
import { ResponseForm, toResponse } from "../responses-output.js";
import { withSession } from "../session.js";
import { formatEvent } from "../sse.js";
import { answerStream, replyStream } from "../stream.js";
import { RESPONSE_SIGNS } from "../stream-checks.js";
import { askChat } from "./chat.js";
const SPEAKERS = /* @__PURE__ */ new Set(["openai", "groq"]);
async function answerResponses(incoming) {
  const { services } = incoming;
  const { fields, text } = await readJson(incoming);
  const isStream = fields["stream"] === true;
  const wanted = { task: "conversational", model: fields["model"], isStream, text };
  return await withSession(incoming, wanted, async (session) => {
    const passed = await passThrough(services, session, fields);
    if (passed) return passed;
    const args = toChatArgs(fields);
    const head = {
      id: session.id.replace(/^req_/, ""),
      created: Math.floor(session.started / 1e3),
      model: session.model,
      request: fields
    };
    if (isStream) {
      const asked = { ...args, stream_options: { include_usage: true } };
      return await answerStream(services, session, asked, () => new ResponseForm(head));
    }
    const { data, exchange, attempting } = await askChat(services, session, args);
    const body = services.clean(JSON.stringify(toResponse(head, data.value)));
    session.finish({ status: 200, exchanges: [exchange], response: body });
    return {
      status: 200,
      headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
      body
    };
  });
}
async function passThrough(services, session, fields) {
  const [target] = session.targets;
  const token = services.token(target?.provider);
  const isDirect = target && token !== void 0 && !token.startsWith("hf_");
  if (!isDirect || session.targets.length > 1 || !SPEAKERS.has(target.provider)) return void 0;
  return fields["stream"] === true ? await passStream(services, session, fields) : await passWhole(services, session, fields);
}
async function passWhole(services, session, fields) {
  const ask = async (attempting2) => {
    const { options } = attempting2;
    const wire = await toWire(attempting2, fields);
    const response = await orUnspoken(send(wire, guardRedirects(options.fetch), { streaming: false }));
    if (!response || !isType(response.headers, "application/json")) return void 0;
    const body = await readText(response, options.limits);
    attempting2.begin();
    return isRecord(parseJson(body)) ? services.clean(body) : void 0;
  };
  const { result: text, attempting } = await askTargets(
    services,
    session,
    session.targets,
    (attempting2) => attempting2.cancellation.race(ask(attempting2))
  );
  const exchange = attempting.succeed();
  if (text === void 0) return void 0;
  session.finish({ status: 200, exchanges: [exchange], response: text });
  const headers = { "content-type": "application/json", ...session.headers(attempting, [exchange]) };
  return { status: 200, headers, body: text };
}
async function passStream(services, session, fields) {
  const { result: opened, attempting } = await askTargets(services, session, session.targets, async (attempting2) => {
    const wire = await toWire(attempting2, fields);
    return await orUnspoken(openRequest(wire, attempting2, services.firstTokenTimeout, RESPONSE_SIGNS));
  });
  if (opened) return replyStream(services, session, attempting, opened, UNCHANGED);
  attempting.succeed();
  return void 0;
}
const UNCHANGED = {
  push: (text) => text,
  end: () => "",
  fail: ({ error: { message, code, param } }) => formatEvent({ type: "error", code: code ?? "server_error", message, param }, "error")
};
async function toWire(attempting, fields) {
  const { args, options } = attempting;
  const chat = await previewRequest("conversational", { messages: [], ...args }, options);
  const model = readMember(parseJson(String(chat.info.body)), "model");
  return {
    url: chat.url.replace(/\/chat\/completions$/, "/responses"),
    info: { ...chat.info, body: JSON.stringify({ ...passOn(fields), model }) }
  };
}
function orUnspoken(pending) {
  return pending.catch((error) => {
    if (error instanceof InferenceClientProviderApiError && error.httpResponse.status === 404) return void 0;
    throw error;
  });
}
export {
  answerResponses
};
