import { defaultCache } from "./cache.js";
import { HUB_URL } from "./url.js";
function hubBase(options) {
  return (options.hubUrl ?? HUB_URL).replace(/\/+$/, "");
}
function cacheOf(options) {
  return options.cache ?? defaultCache;
}
export {
  cacheOf,
  hubBase
};
