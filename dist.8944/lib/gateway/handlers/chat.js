import { InferenceClientProviderOutputError } from "../../errors.js";
import { guardRedirects, parseJson, readMember, readText, send } from "../../http/index.js";
import { previewRequest } from "../../inference/index.js";
import { isRecord } from "../../json.js";
import { askTargets } from "../ask-targets.js";
import { ChatForm } from "../chat-form.js";
import { invalid } from "../errors.js";
import { passOn } from "../pass-on.js";
import { readJson } from "../read-json.js";
import { withSession } from "../session.js";
import { answerStream } from "../stream.js";
async function answerChat(incoming) {
  const { services } = incoming;
  const { fields, text } = await readJson(incoming);
  const { model, messages, stream } = fields;
  if (!Array.isArray(messages)) throw invalid("messages must be a list of messages.", "messages");
  const isStream = stream === true;
  const wanted = { task: "conversational", model, isStream, text };
  return await withSession(incoming, wanted, async (session) => {
    const args = passOn(fields, "stream");
    if (isStream) return await streamChat(services, session, args);
    const { data, exchange, attempting } = await askChat(services, session, args);
    session.finish({ status: 200, exchanges: [exchange], response: data.text });
    return {
      status: 200,
      headers: { "content-type": "application/json", ...session.headers(attempting, [exchange]) },
      body: data.text
    };
  });
}
async function askChat(services, session, args) {
  const ask = async (attempting2) => {
    const { options } = attempting2;
    const wire = await previewRequest("conversational", { ...args, ...attempting2.args }, options);
    const response = await send(wire, guardRedirects(options.fetch), { streaming: false });
    const text = await readText(response, options.limits);
    const value = parseJson(text);
    const choices = readMember(value, "choices");
    if (!isRecord(value) || !Array.isArray(choices) || choices.length === 0) {
      throw new InferenceClientProviderOutputError("Expected a chat completion.");
    }
    attempting2.begin();
    return { value, text: services.clean(text) };
  };
  const { result: data, attempting } = await askTargets(
    services,
    session,
    session.targets,
    (attempting2) => (
      // A `fetch` that ignores its signal is left behind.
      attempting2.cancellation.race(ask(attempting2))
    )
  );
  return { data, exchange: attempting.succeed(data.value), attempting };
}
async function streamChat(services, session, args) {
  const options = args["stream_options"];
  const isUsageWanted = readMember(options, "include_usage") === true;
  const asked = { ...args, stream_options: { ...isRecord(options) ? options : {}, include_usage: true } };
  return await answerStream(services, session, asked, () => new ChatForm(isUsageWanted));
}
export {
  answerChat,
  askChat
};
