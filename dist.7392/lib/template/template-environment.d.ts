import { type TemplateOptions } from "./options.ts";
import { Template, type TemplateContext } from "./template.ts";
export interface TemplateEnvironmentOptions extends TemplateOptions {
    /** Compiled templates that are kept, the ones used last. 0 keeps none, -1 all. Default 400. */
    cache_size?: number;
}
/**
 * Options shared by many templates, with a cache: each source is compiled once, also where templates include, import or
 * extend each other.
 */
export declare class TemplateEnvironment {
    #private;
    constructor({ cache_size, ...options }?: TemplateEnvironmentOptions);
    /**
     * Returns the template of a source.
     *
     * @throws TemplateSyntaxError if the source cannot be read
     */
    fromString(source: string): Template;
    /**
     * Returns the template of a name, from the loader.
     *
     * @throws TemplateNotFound if the loader has none of that name; TemplateSyntaxError if its source cannot be read
     */
    getTemplate(name: string): Template;
    /** Renders the template of a name. */
    render(name: string, context?: TemplateContext): string;
    /** Forgets what was compiled, so that changed sources are read again: of one name, or all. */
    clear(name?: string): void;
}
