import { getPath, isRecord } from "../../json.js";
function createTokenReader() {
  let generated = "";
  let count = 0;
  return (event) => {
    if (!isRecord(event) || isRecord(event["token"]) || !Array.isArray(event["choices"])) {
      return event;
    }
    const choice = event["choices"][0];
    const found = [getPath(choice, "text"), getPath(choice, "delta", "content")].find(
      (text2) => typeof text2 === "string"
    );
    const text = found ?? "";
    generated += text;
    const reason = getPath(choice, "finish_reason") ?? null;
    const index = count;
    count++;
    return {
      ...event,
      index,
      token: { id: index, text, logprob: readLogprob(choice), special: false },
      generated_text: reason === null ? null : generated,
      details: reason === null ? null : { finish_reason: reason, generated_tokens: count, seed: getPath(choice, "seed") ?? null }
    };
  };
}
function readLogprob(choice) {
  const values = [
    getPath(choice, "logprobs", "token_logprobs", 0),
    getPath(choice, "logprobs", "content", 0, "logprob")
  ];
  return values.find((value) => typeof value === "number") ?? 0;
}
export {
  createTokenReader
};
