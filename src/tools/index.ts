export * from "./run-tools.ts";
export { type Tool, type ToolCall, type ToolContext, type ToolDescription, type ToolPart, tool } from "./tool.ts";
