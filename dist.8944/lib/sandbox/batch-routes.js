const batches = (name) => async (incoming) => (await import("./endpoints/batches.js"))[name](incoming);
const files = (name) => async (incoming) => (await import("./endpoints/files.js"))[name](incoming);
function batchRoutes(base) {
  const path = (rest) => new RegExp(`^${base}/${rest}$`);
  return [
    { method: "POST", path: path("files(?:/upload)?"), handle: files("uploadFile") },
    { method: "GET", path: path("files"), handle: files("listFiles") },
    { method: "GET", path: path("files/([\\w-]+)"), handle: files("readFile") },
    { method: "DELETE", path: path("files/([\\w-]+)"), handle: files("deleteFile") },
    { method: "GET", path: path("files/([\\w-]+)/content"), handle: files("readFileContent") },
    { method: "POST", path: path("batches"), handle: batches("createBatch") },
    { method: "GET", path: path("batches"), handle: batches("listBatches") },
    { method: "GET", path: path("batches/([\\w-]+)"), handle: batches("readBatch") },
    { method: "POST", path: path("batches/([\\w-]+)/cancel"), handle: batches("cancelBatch") }
  ];
}
export {
  batchRoutes
};
