import { isRecord } from "../json.js";
import { GatewayError } from "./errors.js";
import { readBody } from "./read-body.js";
import { decodeUtf8 } from "./utf8.js";
async function readJson({ request, services }) {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\//i.test(type))
    throw new GatewayError(415, "Send the body as JSON.", { code: "unsupported_media_type" });
  const text = decodeUtf8(await readBody(request, services.maxBody));
  let fields;
  try {
    fields = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatewayError(400, `The body is not JSON: ${reason}`, { code: "invalid_json" });
  }
  if (!isRecord(fields)) throw new GatewayError(400, "The body must be a JSON object.", { code: "invalid_json" });
  return { fields, text };
}
export {
  readJson
};
