import { getPath } from "../../json.js";
import { sendInParts } from "./in-parts.js";
import { flat } from "./payload.js";
import { isString, listOf, malformed, numberLists, record } from "./shape.js";
function embeddings(error, options = {}) {
  const { route = "v1/embeddings", payload = embeddingsPayload } = options;
  return {
    route: () => route,
    payload,
    inParts: sendInParts,
    parse: ({ call, data }) => {
      const isBase64 = flat(call.args)["encoding_format"] === "base64";
      const embedding = (value) => numberLists(2)(value) || isBase64 && isString(value);
      const items = getPath(data, "data");
      if (!listOf(record({ embedding }))(items)) throw malformed(error, data);
      return items.map(({ embedding: embedding2 }) => embedding2);
    }
  };
}
function embeddingsPayload({ args, model }) {
  return { ...flat(args), input: args.inputs, model };
}
export {
  embeddings
};
