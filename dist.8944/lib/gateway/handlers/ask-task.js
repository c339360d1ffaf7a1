import { InferenceClientProviderOutputError } from "../../errors.js";
import { run } from "../../inference/index.js";
import { askTargets } from "../ask-targets.js";
async function askTask(services, session, args, read, options = {}) {
  const { result: output, attempting } = await askTargets(services, session, session.targets, async (attempting2) => {
    const given = typeof args === "function" ? args(attempting2) : args;
    const { signal } = attempting2.cancellation;
    const settled = { ...attempting2.options, signal, ...options };
    const result = await run(session.task, { ...given, ...attempting2.args }, settled);
    const found = read(result);
    attempting2.begin();
    return found;
  });
  return { output, exchange: attempting.succeed(), attempting };
}
function readFile(output) {
  if (output instanceof Blob) return output;
  throw new InferenceClientProviderOutputError("Expected a file.");
}
function answerJson(session, answers, value, clean) {
  return answerText(session, answers, clean(JSON.stringify(value)), "application/json");
}
function answerText(session, answers, text, type) {
  const exchanges = answers.map(({ exchange }) => exchange);
  session.finish({ status: 200, exchanges, response: text });
  const headers = { "content-type": type, ...session.headers(answers[0]?.attempting, exchanges) };
  return { status: 200, headers, body: text };
}
function answerFile(session, answer) {
  const file = answer.output;
  const type = file.type || "application/octet-stream";
  session.finish({ status: 200, exchanges: [answer.exchange], response: `[${type}, ${file.size} bytes]` });
  const headers = { "content-type": type, ...session.headers(answer.attempting, [answer.exchange]) };
  return { status: 200, headers, body: file };
}
function toOpenAiUsage(usage) {
  const { input_tokens: input = 0, output_tokens: output = 0 } = usage ?? {};
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
export {
  answerFile,
  answerJson,
  answerText,
  askTask,
  readFile,
  toOpenAiUsage
};
