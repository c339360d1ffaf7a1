export { createPromptCommand as createCommand } from "../infer/command.ts";
