export * from "./run-unchecked.ts";
export * from "./tasks/chat.ts";
export * from "./tasks/image.ts";
export * from "./tasks/media.ts";
export * from "./tasks/tabular.ts";
export * from "./tasks/text.ts";
