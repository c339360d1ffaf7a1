import type { Runtime } from "../runtime.ts";
import type { Builtin } from "../values/callable.ts";
/** The filter `tojson` of chat templates. */
export declare const TOJSON: Builtin<Runtime>;
/** The filter `tojson` under the option `html_tojson`: keys are sorted unless `json.dumps_kwargs` says otherwise. */
export declare const HTML_TOJSON: Builtin<Runtime>;
