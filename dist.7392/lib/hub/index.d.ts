export { type Account, whoami } from "./account.ts";
export { BoundedCache, type LookupCache } from "./cache.ts";
export { fetchMapping, type InferenceProviderMappingEntry, normalizeMapping } from "./mapping.ts";
export { fetchModel, type ModelRecord, type ModelSearch, searchModels } from "./models.ts";
export { HUB_URL, type HubOptions } from "./request.ts";
export { fetchDefaultModel, fetchDefaultTask } from "./tasks.ts";
