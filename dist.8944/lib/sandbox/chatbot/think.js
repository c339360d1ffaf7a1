const REASONING_MODEL = /deepseek-r1|\br1-distill|\bqwq|gpt-oss|thinking|\breason|magistral/i;
const LONGEST_QUOTE = 200;
function isReasoningModel(model) {
  return REASONING_MODEL.test(model);
}
function think(question) {
  const asked = question.length > LONGEST_QUOTE ? "".concat(question.slice(0, LONGEST_QUOTE), "\u2026") : question;
  return 'The user says: "'.concat(asked, '" There is no model here, so the answer must follow from the conversation itself.');
}
export {
  isReasoningModel,
  think
};
