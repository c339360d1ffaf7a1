/** Whether a model writes down its reasoning before it answers; its name tells. */
export declare function isReasoningModel(model: string): boolean;
/** Returns the reasoning before an answer: it says what was asked, and what the answer is made from. */
export declare function think(question: string): string;
