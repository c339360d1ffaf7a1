export { BoundedCache, defaultCache, type LookupCache, lookUp, tokenKey } from "./cache.ts";
export { type Credit, fetchCredit } from "./credit.ts";
export { HUB_URL, type HubOptions } from "./get-from-hub.ts";
export { fetchMapping, type InferenceProviderMappingEntry, normalizeMapping } from "./mapping.ts";
export { type Account, fetchModel, type ModelRecord, type ModelSearch, searchModels, whoami } from "./models.ts";
export { fetchDefaultModel, fetchDefaultTask } from "./tasks.ts";
