import { callHost } from "../values/host.js";
import { requireText } from "./arguments.js";
import { escapeJson, toJson } from "./json.js";
const TOJSON = {
  parameters: ["ensure_ascii", "indent", "separators", "sort_keys"],
  run: (runtime, value, ...args) => {
    const [ascii, indentation, separators, sort] = args;
    const { policies } = runtime.settings;
    const usual = policies["json.dumps_kwargs"];
    const options = [
      ascii ?? usual?.ensure_ascii,
      indentation === void 0 ? usual?.indent : indentation,
      separators === void 0 ? usual?.separators : separators,
      sort ?? usual?.sort_keys
    ];
    const dump = policies["json.dumps_function"];
    return dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options);
  }
};
const HTML_TOJSON = {
  parameters: ["indent"],
  run: (runtime, value, indent) => {
    const { policies } = runtime.settings;
    const usual = policies["json.dumps_kwargs"] ?? { sort_keys: true };
    const { ensure_ascii = true, separators = null, sort_keys = false } = usual;
    const options = [ensure_ascii, indent ?? usual.indent ?? null, separators, sort_keys];
    const dump = policies["json.dumps_function"];
    return escapeJson(dump ? dumpWith(dump, value, options) : toJson(runtime, value, ...options));
  }
};
function dumpWith(dump, value, [ensure_ascii, indent, separators, sort_keys]) {
  const given = Object.entries({ ensure_ascii, indent, separators, sort_keys });
  const options = new Map(given.filter(([, option]) => option !== void 0 && option !== null));
  return requireText(
    callHost(dump, [value], options, () => null),
    "json.dumps_function result"
  );
}
export {
  HTML_TOJSON,
  TOJSON
};
