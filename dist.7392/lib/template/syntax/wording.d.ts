/** How the syntax errors are worded that Jinja2 and the reference word differently. */
export interface Wording {
    /** A character that begins no token; `offset` counts code points. */
    character(character: string, offset: number): string;
    /** The template ends inside a tag; `own` is what Jinja2 says. */
    end(own: string): string;
    /** A token of this type is not allowed here; `own` is Jinja2's message. */
    token(type: string, own: string): string;
    /** A tag of an unknown name; `hint` says which tags were expected. */
    tag(name: string, hint: string): string;
}
export declare const JINJA_WORDING: Wording;
export declare const REFERENCE_WORDING: Wording;
