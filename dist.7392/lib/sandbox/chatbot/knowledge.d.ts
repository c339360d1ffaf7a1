/** Topics that the sandbox explains: names, a definition in one sentence, and further sentences. */
interface Topic {
    names: readonly string[];
    definition: string;
    detail: string;
}
/** Returns the topics a text mentions, in order of mention, each once. */
export declare function findTopics(text: string): Topic[];
export {};
