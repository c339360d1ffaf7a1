import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../errors.js";
import { describeResponse, parseHttpUrl, readErrorText, readText, urlBelow, wait } from "../../http/index.js";
import { getPath, parseJson } from "../../json.js";
import { isNumber, isString, malformed } from "./shape.js";
async function ask(previous, question) {
  const { showHeaders } = question;
  const { fetch, signal, limits } = previous;
  const { url, headers } = locate(previous, question);
  const response = await fetch(url, { headers, ...signal ? { signal } : {} });
  if (!response.ok) {
    throw new InferenceClientProviderApiError(
      question.failed.replace("{status}", String(response.status)),
      { url, method: "GET", ...showHeaders ? { headers: { ...headers } } : {} },
      describeResponse(response, await readErrorText(response, limits))
    );
  }
  const text = await readText(response, limits);
  const data = parseJson(text);
  if (data === void 0) throw malformed(question.malformed, text);
  return data;
}
function locate({ base, headers }, { target, malformed: error }) {
  const url = isString(target) ? urlBelow(base(), target) : parseHttpUrl(target.url)?.href;
  if (url === void 0) throw malformed(error, isString(target) ? target : target.url);
  return { url, headers: isString(target) ? headers : target.headers };
}
function pathOf(url) {
  const parsed = parseHttpUrl(url);
  return parsed?.pathname;
}
function segment(id) {
  return encodeURIComponent(String(id));
}
async function poll(response, job) {
  const { interval, limit = Number.POSITIVE_INFINITY } = job;
  let status;
  for (let attempt = 0; attempt < limit; attempt++) {
    const question = { ...job, target: typeof job.target === "function" ? job.target(attempt) : job.target };
    const { url } = locate(response, question);
    if (attempt > 0 || !job.atOnce) await (response.wait ?? wait)(interval, response.signal);
    const data = await ask(response, question);
    status = getPath(data, ...job.status);
    const result = job.read(data, status);
    if (result !== void 0) return result;
    const position = getPath(data, "queue_position");
    response.notify({
      type: "progress",
      message: `The job is not done yet${isString(status) ? `: ${status}` : ""}`,
      url,
      attempt: attempt + 1,
      ...isString(status) ? { status } : {},
      ...isNumber(position) ? { position } : {}
    });
  }
  throw new InferenceClientProviderOutputError(job.exhausted?.(status) ?? "Timed out while waiting", "timeout");
}
function jobFailed(message) {
  return new InferenceClientProviderOutputError(message, "failed");
}
export {
  ask,
  jobFailed,
  pathOf,
  poll,
  segment
};
