/** One message, its parts sorted. */
export interface Turn {
    role: string;
    text: string;
    /** URLs of its images. */
    images: string[];
}
/** The conversation so far. */
export interface Conversation {
    /** The text of the system messages. */
    system: string;
    /** Everything but the system messages, oldest first. */
    turns: Turn[];
    /** Text of the last message of the user. */
    question: string;
}
/**
 * Reads the `messages` of a chat.
 * @throws ServiceFailure when they are malformed
 */
export declare function readConversation(messages: unknown): Conversation;
