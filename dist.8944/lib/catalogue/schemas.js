import { TASK_ALIASES } from "./aliases.js";
async function loadTaskSchemas() {
  const { default: schemas } = await import("./data/schemas.json.js");
  return schemas;
}
function findTaskSchema(schemas, task) {
  const isChat = task === "conversational" || TASK_ALIASES[task] === "conversational";
  return schemas.tasks[isChat ? "chat-completion" : task];
}
export {
  findTaskSchema,
  loadTaskSchemas
};
