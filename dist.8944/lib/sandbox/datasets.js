import { DATASETS } from "./dataset-rows.js";
import { notFound } from "./failure.js";
import { bytesResponse, jsonResponse } from "./responses.js";
const CONFIG = "default";
const FILE = /^datasets\/(sandbox\/[\w-]+)\/resolve\/[^/]+\/default\/(\w+)\/0000\.parquet$/;
async function answerDatasets(incoming) {
  const { path, query } = incoming;
  if (path === "parquet") return listFiles(incoming, query.get("dataset") ?? "");
  const [, name = "", split = ""] = FILE.exec(path) ?? [];
  const columns = DATASETS[name]?.splits[split];
  if (!columns) throw notFound("Not found.");
  return bytesResponse(await encode(columns), "application/vnd.apache.parquet");
}
async function listFiles({ hubUrl }, name) {
  const dataset = DATASETS[name];
  if (!dataset) {
    throw notFound("The dataset does not exist, or is not accessible without authentication (private or gated).");
  }
  const files = Object.entries(dataset.splits).map(async ([split, columns]) => ({
    dataset: name,
    config: CONFIG,
    split,
    url: hubUrl(`datasets/${name}/resolve/refs%2Fconvert%2Fparquet/${CONFIG}/${split}/0000.parquet`),
    filename: "0000.parquet",
    size: (await encode(columns)).length
  }));
  return jsonResponse({ parquet_files: await Promise.all(files), pending: [], failed: [], partial: false });
}
async function encode(columns) {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const columnData = Object.entries(columns).map(([name, data]) => ({
    name,
    data: [...data],
    type: typeof data[0] === "number" ? "INT32" : "STRING"
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
export {
  answerDatasets
};
