import library from "./node.node.cjs";
export const { folderStore } = library;
