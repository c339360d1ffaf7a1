export * from "./tasks/audio.js";
export * from "./tasks/chat.js";
export * from "./tasks/chat-object.js";
export * from "./tasks/image.js";
export * from "./tasks/request.js";
export * from "./tasks/tabular.js";
export * from "./tasks/text.js";
export * from "./tasks/video.js";
