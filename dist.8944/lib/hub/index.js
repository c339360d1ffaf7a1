import { whoami } from "./account.js";
import { BoundedCache } from "./cache.js";
import { fetchMapping, normalizeMapping } from "./mapping.js";
import { fetchModel, searchModels } from "./models.js";
import { HUB_URL } from "./request.js";
import { fetchDefaultModel, fetchDefaultTask } from "./tasks.js";
export {
  BoundedCache,
  HUB_URL,
  fetchDefaultModel,
  fetchDefaultTask,
  fetchMapping,
  fetchModel,
  normalizeMapping,
  searchModels,
  whoami
};
