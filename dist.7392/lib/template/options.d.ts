import { type Limits } from "./limits.ts";
import type { Policies } from "./policies.ts";
import type { Settings } from "./runtime.ts";
import type { LexerOptions } from "./syntax/lexer-options.ts";
import type { UndefinedMode } from "./values/undefined.ts";
/** A function of the host that templates may use; keyword arguments arrive as one plain object at the end. */
export type HostFunction = (...args: never[]) => unknown;
/** How a template is read and rendered. All parts are optional; names follow Jinja2 where it has them. */
export interface TemplateOptions extends LexerOptions {
    /** Remove the first line break after a block tag or comment. Default true. */
    trim_blocks?: boolean;
    /** Remove the spaces before a block tag or comment that comes first on its line. Default true. */
    lstrip_blocks?: boolean;
    /** Escape printed values for HTML: yes or no, or a function of the template's name. Default false. */
    autoescape?: boolean | ((name: string | undefined) => boolean);
    /** Behavior of undefined values. Default `"default"`. */
    undefined?: UndefinedMode;
    /** `"loopcontrols"`: `break` and `continue`; `"do"`: the statement of that name. Default `["loopcontrols"]`. */
    extensions?: readonly string[];
    /** Further filters; the same name replaces a built-in. The operand is the first argument. */
    filters?: Readonly<Record<string, HostFunction>>;
    /** Further tests, by the same rules. */
    tests?: Readonly<Record<string, HostFunction>>;
    /** Further names for templates to see; those of the context win over them. */
    globals?: Readonly<Record<string, unknown>>;
    /** Sources of other templates by name, for `extends`, `include` and `import`. */
    loader?: Readonly<Record<string, string>> | ((name: string) => string | undefined | Promise<string | undefined>);
    /** The time `strftime_now` formats. Default: the present. */
    now?: Date | (() => Date);
    /** Source of numbers from 0 to below 1. Default `Math.random`. */
    random?: () => number;
    /** Make `tojson` safe for HTML, as Jinja2's own is. Default false. */
    html_tojson?: boolean;
    /** Follow the reference client's engine where it differs from Jinja2. */
    compat?: "reference";
    /** Changes every value before `{{ … }}` writes it: what it returns is printed, or escaped. Undefined values arrive as undefined. */
    finalize?: (value: never) => unknown;
    /** Defaults of filters, by Jinja2's names. */
    policies?: Policies;
    /** Limits of a render. */
    limits?: Limits;
}
/** Fills in the defaults. */
export declare function readSettings(options: TemplateOptions): Settings;
/**
 * Finds sources of other templates; undefined if there is none of a name. Promises of the loader are kept until they
 * have settled.
 */
export declare function createLoad(loader: TemplateOptions["loader"]): (name: string) => string | undefined;
