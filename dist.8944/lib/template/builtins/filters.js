import { HTML_FILTERS } from "./html-filters.js";
import { HTML_TOJSON, TOJSON } from "./json-filters.js";
import { NUMBER_FILTERS } from "./number-filters.js";
import { SELECT_FILTERS } from "./select-filters.js";
import { SEQUENCE_FILTERS } from "./sequence-filters.js";
import { TEXT_FILTERS } from "./text-filters.js";
const ALIASES = { count: "length", d: "default", e: "escape" };
const FILTERS = withAliases(
  new Map(
    [TEXT_FILTERS, SEQUENCE_FILTERS, SELECT_FILTERS, NUMBER_FILTERS, HTML_FILTERS, { tojson: TOJSON }].flatMap(
      (group) => Object.entries(group)
    )
  )
);
const HTML_SAFE_FILTERS = new Map([...FILTERS, ["tojson", HTML_TOJSON]]);
function withAliases(filters) {
  for (const [alias, name] of Object.entries(ALIASES)) {
    const filter = filters.get(name);
    if (filter) filters.set(alias, filter);
  }
  return filters;
}
export {
  FILTERS,
  HTML_SAFE_FILTERS
};
