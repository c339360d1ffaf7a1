import { InferenceClientProviderOutputError } from "../../errors.js";
import { getPath, isRecord } from "../../json.js";
import { invalid } from "../errors.js";
import { sumUsage } from "../merge-exchanges.js";
import { passOn } from "../pass-on.js";
import { readCount } from "../read-count.js";
import { readJson } from "../read-json.js";
import { withSession } from "../session.js";
import { formatEvent, readValues } from "../sse.js";
import { answerStream } from "../stream.js";
import { answerJson, askTask, toOpenAiUsage } from "./ask-task.js";
const MOST = 128;
const PARAMETERS = {
  max_tokens: "max_new_tokens",
  temperature: "temperature",
  top_p: "top_p",
  stop: "stop",
  seed: "seed",
  frequency_penalty: "frequency_penalty"
};
async function answerCompletion(incoming) {
  const { services } = incoming;
  const { fields, text } = await readJson(incoming);
  const prompts = readPrompts(fields["prompt"]);
  const count = readCount(fields, "n", MOST);
  const isStream = fields["stream"] === true;
  const [prompt = ""] = prompts;
  if (isStream && prompts.length * count > 1) throw invalid("A stream takes one prompt and n: 1.", "n");
  const wanted = { task: "text-generation", model: fields["model"], isStream, text };
  return await withSession(incoming, wanted, async (session) => {
    if (isStream) {
      const isUsageWanted = getPath(fields, "stream_options", "include_usage") === true;
      const args = toArgs(fields, prompt);
      return await answerStream(services, session, args, () => new CompletionForm(session, isUsageWanted));
    }
    const inputs = prompts.flatMap((one) => Array.from({ length: count }, () => one));
    const answers = await Promise.all(
      inputs.map((one) => askTask(services, session, toArgs(fields, one), readGenerated))
    );
    const isEchoed = fields["echo"] === true;
    const choices = answers.map(({ output, exchange }, index) => ({
      text: `${isEchoed ? inputs[index] : ""}${output}`,
      index,
      logprobs: null,
      finish_reason: toFinishReason(exchange.finish_reason)
    }));
    const usage = toOpenAiUsage(sumUsage(answers.map(({ exchange }) => exchange)));
    return answerJson(session, answers, { ...head(session), choices, usage }, services.clean);
  });
}
function readGenerated(output) {
  const text = getPath(output, "generated_text");
  if (typeof text !== "string") throw new InferenceClientProviderOutputError("Expected a generated text.");
  return text;
}
function readPrompts(prompt) {
  const prompts = Array.isArray(prompt) ? prompt : [prompt];
  if (prompts.length === 0 || prompts.length > MOST || !prompts.every((one) => typeof one === "string")) {
    throw invalid(`prompt must be a string, or a list of 1 to ${MOST} strings.`, "prompt");
  }
  return prompts;
}
function toArgs(fields, prompt) {
  const parameters = Object.entries(PARAMETERS).flatMap(
    ([name, own]) => fields[name] === void 0 || fields[name] === null ? [] : [[own, fields[name]]]
  );
  const handled = ["prompt", "n", "stream", "stream_options", "echo", ...Object.keys(PARAMETERS)];
  return { ...passOn(fields, ...handled), inputs: prompt, parameters: Object.fromEntries(parameters) };
}
function head({ id, started, model }) {
  return { id: `cmpl-${id}`, object: "text_completion", created: Math.floor(started / 1e3), model };
}
function toFinishReason(reason) {
  return reason === "length" || reason === "content_filter" ? reason : "stop";
}
class CompletionForm {
  session;
  isUsageWanted;
  usage;
  constructor(session, isUsageWanted) {
    this.session = session;
    this.isUsageWanted = isUsageWanted;
  }
  push(text) {
    return readValues(text).map((event) => this.convert(event)).join("");
  }
  end() {
    const last = this.isUsageWanted && isRecord(this.usage) ? formatEvent({ ...head(this.session), choices: [], usage: this.usage }) : "";
    return `${last}data: [DONE]

`;
  }
  fail(error) {
    return formatEvent(error);
  }
  convert(event) {
    this.usage = getPath(event, "usage") ?? this.usage;
    const choice = getPath(event, "choices", 0);
    const texts = [getPath(choice, "text"), getPath(choice, "delta", "content"), getPath(event, "token", "text")];
    const text = texts.find((candidate) => typeof candidate === "string");
    const reason = getPath(choice, "finish_reason") ?? getPath(event, "details", "finish_reason") ?? null;
    const isSpecial = getPath(event, "token", "special") === true;
    if ((text === void 0 || text === "" || isSpecial) && reason === null) return "";
    const finish = reason === null ? null : toFinishReason(reason);
    const choices = [{ text: isSpecial ? "" : text ?? "", index: 0, logprobs: null, finish_reason: finish }];
    return formatEvent({ ...head(this.session), choices });
  }
}
export {
  answerCompletion
};
