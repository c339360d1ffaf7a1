/** Gives an answer the form the user or the system message asks for. */
export declare function applyStyle(answer: string, question: string, system: string): string;
