/** Part of a text that answers a question; `start` and `end` are offsets in the text. */
export interface Answer {
    answer: string;
    start: number;
    end: number;
    score: number;
}
/** Returns the parts of a text that answer a question best, the best first. */
export declare function findAnswers(question: string, context: string, count: number): Answer[];
