import { createRandom } from "../random.js";
const OTHERS = [" the", " a", " and", ".", ",", " of", " to", " in", " is", " that"];
function createLogprobs(tokens, top) {
  return {
    content: tokens.map((token) => {
      const random = createRandom("logprob", token);
      const best = describe(token, -0.01 - random.next() * 0.6);
      const others = OTHERS.filter((other) => other !== token).map(
        (other, index) => describe(other, best.logprob - 1 - index - random.next())
      );
      return { ...best, top_logprobs: [best, ...others].slice(0, top) };
    })
  };
}
function describe(token, logprob) {
  return { token, logprob: Number(logprob.toFixed(6)), bytes: [...new TextEncoder().encode(token)] };
}
export {
  createLogprobs
};
