import { InferenceClientProviderApiError } from "../../errors.js";
const TOO_LONG = [400, 413, 422];
async function sendInParts(args, send) {
  const { inputs } = args;
  if (!Array.isArray(inputs) || inputs.length < 2) return await send(args);
  const results = [];
  let most = inputs.length;
  for (let start = 0; start < inputs.length; ) {
    const part = inputs.slice(start, start + most);
    try {
      if (part.length === inputs.length) return await send(args);
      results.push(...await send({ ...args, inputs: part }));
      start += part.length;
    } catch (error) {
      const fewer = readMostInputs(error, part.length);
      if (fewer === void 0) throw error;
      most = fewer;
    }
  }
  return results;
}
function readMostInputs(error, sent) {
  if (!(error instanceof InferenceClientProviderApiError) || sent < 2) return void 0;
  if (!TOO_LONG.includes(error.httpResponse.status)) return void 0;
  const named = [...error.message.matchAll(/(?:at most|maximum|max|up to|limit)\b[^\d"']{0,40}(\d[\d,_]*)/gi)].map(([, digits = ""]) => Number(digits.replace(/[,_]/g, ""))).find((count) => count > 0 && count < sent);
  const isAboutLists = /batch|items?\b|inputs?\b|texts?\b|strings?\b|array|list|length/i.test(error.message);
  if (named !== void 0 && isAboutLists && !/token|character/i.test(error.message)) return named;
  return error.httpResponse.status === 413 ? Math.ceil(sent / 2) : void 0;
}
export {
  sendInParts
};
