export * from "./tasks/chat.ts";
export * from "./tasks/image.ts";
export * from "./tasks/media.ts";
export * from "./tasks/request.ts";
export * from "./tasks/tabular.ts";
export * from "./tasks/text.ts";
