import { checkLength, readFields } from "../body.js";
import { continueText } from "../chatbot/continuation.js";
import { invalid, missing } from "../failure.js";
import { LIMITS } from "../limits.js";
import { eventResponse, jsonResponse } from "../responses.js";
import { checkBehavior } from "./behavior.js";
import { createUsage, cutText, readSampling } from "./sampling.js";
const DEFAULT_TOKENS = 16;
const MOST_PROMPTS = 32;
const SPARE = 1;
async function answerCompletion(incoming) {
  const { state, groups } = incoming;
  const fields = await readFields(incoming.request);
  const model = fields.text("model") ?? groups[0] ?? fields.requireText("model");
  const prompts = readPrompts(fields.get("prompt"));
  const sampling = readSampling(fields, DEFAULT_TOKENS);
  checkBehavior(model);
  const echo = fields.flag("echo");
  const texts = prompts.flatMap(
    (prompt) => Array.from({ length: sampling.count }, (_, index) => {
      const text = continueText(prompt, sampling.maxTokens + SPARE, state.seed, sampling.variation, index);
      return { prompt, ...cutText(text, sampling) };
    })
  );
  const head = {
    id: `cmpl-${state.createId()}`,
    object: "text_completion",
    created: Math.floor(state.now() / 1e3),
    model,
    system_fingerprint: `fp_sandbox_${state.seed}`
  };
  const usage = createUsage(
    incoming,
    model,
    prompts.join("\n"),
    texts.reduce((total, { tokens }) => total + tokens.length, 0)
  );
  if (sampling.stream) {
    return eventResponse(listChunks(head, texts, echo, sampling.includeUsage ? usage : void 0), state.streamPause);
  }
  return jsonResponse({
    ...head,
    choices: texts.map(({ prompt, tokens, finish }, index) => ({
      index,
      text: (echo ? prompt : "") + tokens.join(""),
      logprobs: null,
      finish_reason: finish,
      seed: state.seed
    })),
    usage
  });
}
function* listChunks(head, texts, echo, usage) {
  for (const [index, { prompt, tokens, finish }] of texts.entries()) {
    for (const text of echo ? [prompt, ...tokens] : tokens) {
      yield { ...head, choices: [{ index, text, logprobs: null, finish_reason: null }] };
    }
    yield { ...head, choices: [{ index, text: "", logprobs: null, finish_reason: finish }] };
  }
  if (usage !== void 0) yield { ...head, choices: [], usage };
  yield "[DONE]";
}
function readPrompts(prompt) {
  if (prompt === void 0) throw missing("prompt");
  const prompts = Array.isArray(prompt) ? prompt : [prompt];
  if (prompts.length === 0 || prompts.length > MOST_PROMPTS || !prompts.every((item) => typeof item === "string")) {
    throw invalid("prompt", `Invalid 'prompt': expected a string or an array of 1 to ${MOST_PROMPTS} strings.`);
  }
  checkLength("prompt", prompts, LIMITS.promptCharacters);
  return prompts;
}
export {
  answerCompletion
};
