import { getJson } from "./models.js";
import { hubBase } from "./request.js";
async function whoami(options) {
  return await getJson(`${hubBase(options)}/api/whoami-v2`, options, "Failed to find out who you are");
}
export {
  whoami
};
