import { getPath } from "../../../json.js";
import { ask, pathOf, poll } from "../../adapters/poll.js";
import { isString, malformed, received } from "../../adapters/shape.js";
import { isRouted } from "../../request.js";
function queued(task, { read, path = ({ model }) => model, ...wire }) {
  return {
    ...wire,
    baseUrl: "https://queue.fal.run",
    route: (call) => isRouted(call.auth) ? `${call.model}?_subdomain=queue` : path(call),
    parse: async (response) => read(await followQueue(response, task), response)
  };
}
async function followQueue(response, task) {
  const { data, url } = response;
  const error = received(`Fal.ai ${task} API`);
  if (!getPath(data, "request_id")) throw malformed(`${error}: no request ID found in the response`);
  const path = pathOf(getPath(data, "response_url"));
  if (path === void 0) throw malformed(`${error}: no response URL found in the response`);
  const query = new URL(url).search;
  const question = (what) => ({
    failed: `Failed to fetch response ${what} from fal-ai API`,
    malformed: `Failed to parse ${what} response from fal-ai API: received malformed response`
  });
  if (getPath(data, "status") !== "COMPLETED") {
    const status = question("status");
    await poll(response, {
      ...status,
      target: `${path}/status${query}`,
      interval: 500,
      status: ["status"],
      read: (_, state) => {
        if (!isString(state)) throw malformed(status.malformed);
        return state === "COMPLETED" || void 0;
      }
    });
  }
  return ask(response, { ...question("result"), target: path + query });
}
export {
  queued
};
