/** Names of models that think before they answer. */
const REASONING_MODEL = /deepseek-r1|\br1-distill|\bqwq|gpt-oss|thinking|\breason|magistral/i;
/** Characters of the question that are repeated. */
const LONGEST_QUOTE = 200;

/** Whether a model returns its reasoning before the answer, judged by its name. */
export function isReasoningModel(model: string): boolean {
	return REASONING_MODEL.test(model);
}

/** Returns the reasoning before an answer: it restates the question, and names the basis of the answer. */
export function think(question: string): string {
	const asked = question.length > LONGEST_QUOTE ? `${question.slice(0, LONGEST_QUOTE)}…` : question;
	return `The user says: "${asked}" There is no model here, so the answer must follow from the conversation itself.`;
}
