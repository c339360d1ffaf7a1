import type { TemplateOptions } from "./options.ts";
/**
 * The names that a template takes from its context, in the order in which they first appear.
 *
 * @param options as for `Template`; `nested` names members too: `messages[].tool_calls`. Default false.
 * @throws TemplateSyntaxError
 */
export declare function undeclaredVariables(source: string, { nested, ...options }?: TemplateOptions & {
    nested?: boolean;
}): string[];
