/** Features of a chat template. */
export interface ChatTemplateDescription {
    /** System messages are part of the prompt. */
    readonly system: boolean;
    /** Descriptions of tools are part of the prompt. */
    readonly tools: boolean;
    /** Documents are part of the prompt. */
    readonly documents: boolean;
    /** Messages may hold images. */
    readonly images: boolean;
    /** The template knows of thinking: it can be switched, or earlier thoughts are shown. */
    readonly thinking: boolean;
    /** The roles whose messages are part of the prompt. */
    readonly roles: string[];
}
/**
 * Finds out what a chat template supports by rendering small conversations with it, under limits for templates of others.
 *
 * @throws TemplateSyntaxError if the template cannot be read
 */
export declare function describeChatTemplate(source: string): ChatTemplateDescription;
