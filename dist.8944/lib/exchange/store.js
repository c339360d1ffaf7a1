function memoryStore(files = /* @__PURE__ */ new Map()) {
  return {
    name: "memory",
    list: async () => [...files.keys()],
    read: async (name) => {
      const bytes = files.get(name);
      if (!bytes) throw new Error("No file ".concat(name, " in memory."));
      return bytes;
    },
    write: async (name, bytes) => {
      files.set(name, bytes);
    },
    remove: async (name) => {
      files.delete(name);
    }
  };
}
export {
  memoryStore
};
