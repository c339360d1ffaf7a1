import { InferenceClientDownloadError } from "../../errors.js";
import { describeResponse, isConnectionFailure, readErrorText, readFile } from "../../http/index.js";
async function fetchFile({ fetch, signal, limits, storeFile }, url, { text = "Failed to download {url}", headers } = {}) {
  const response = await fetch(url, signal ? { signal } : {});
  const fail = (detail, body) => new InferenceClientDownloadError(
    text.replace("{url}", () => url).replace("{detail}", () => detail),
    { url, method: "GET", ...headers ? { headers } : {} },
    describeResponse(response, body)
  );
  if (!response.ok) throw fail(response.statusText, await readErrorText(response, limits));
  try {
    return await readFile(response, limits, storeFile);
  } catch (cause) {
    if (signal?.aborted || !isConnectionFailure(cause) || !text.includes("{detail}")) throw cause;
    throw fail(cause instanceof Error ? cause.message : String(cause), "");
  }
}
export {
  fetchFile
};
