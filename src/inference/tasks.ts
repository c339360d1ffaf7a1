export * from "./run-unchecked.ts";
export * from "./tasks/audio.ts";
export * from "./tasks/chat.ts";
export * from "./tasks/chat-object.ts";
export * from "./tasks/image.ts";
export * from "./tasks/tabular.ts";
export * from "./tasks/text.ts";
export * from "./tasks/video.ts";
