import { PIPELINE_TYPES } from "../catalogue/index.js";
import { KNOWN_MODELS } from "./known-models.js";
import { SANDBOX_ORG } from "./models.js";
import { createRecord } from "./records.js";
const TASKS = ["conversational", ...PIPELINE_TYPES.filter((id) => id !== "other")];
const DEFAULT_LIMIT = 1e3;
function listModels(task) {
  return [...KNOWN_MODELS[task] ?? [], `${SANDBOX_ORG}/${task}`];
}
function searchModels(query, now) {
  const fits = createFilter(query);
  const ids = [...new Set(TASKS.flatMap(listModels))];
  const found = ids.map((id) => createRecord(id, now)).filter(fits);
  const sort = query.get("sort");
  if (sort !== null) {
    const direction = query.get("direction") === "1" ? 1 : -1;
    found.sort((a, b) => direction * compare(a[sort], b[sort]));
  }
  const limit = Math.max(1, Number(query.get("limit")) || DEFAULT_LIMIT);
  const start = Number(query.get("cursor")) || 0;
  const models = found.slice(start, start + limit).map((record) => selectFields(record, query, LISTED));
  return { models, nextCursor: start + limit < found.length ? start + limit : void 0 };
}
const LISTED = [
  "_id",
  "id",
  "modelId",
  "author",
  "likes",
  "trendingScore",
  "private",
  "downloads",
  "tags",
  "pipeline_tag",
  "library_name",
  "createdAt",
  "lastModified",
  "gated"
];
function selectFields(record, query, usual = Object.keys(record).filter((name) => name !== "inferenceProviderMapping")) {
  const asked = [...query.getAll("expand[]"), ...query.getAll("expand")];
  const names = asked.length > 0 ? ["_id", "id", ...asked] : usual;
  return Object.fromEntries(names.filter((name) => Object.hasOwn(record, name)).map((name) => [name, record[name]]));
}
function createFilter(query) {
  const words = (query.get("search") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const author = query.get("author")?.toLowerCase();
  const wanted = [...query.getAll("filter").flatMap((value) => value.split(",")), query.get("library")].filter(Boolean);
  const tag = query.get("pipeline_tag");
  const providers = query.getAll("inference_provider").flatMap((value) => value.split(","));
  return (record) => {
    const id = record.id.toLowerCase();
    const tags = record["tags"];
    const served = record["inferenceProviderMapping"];
    return words.every((word) => id.includes(word)) && (author === void 0 || id.startsWith(`${author}/`)) && wanted.every((value) => tags.includes(String(value))) && (tag === null || record["pipeline_tag"] === tag || tag === "conversational" && tags.includes(tag)) && (providers.length === 0 || served.some(
      ({ provider, task }) => providers.some((id2) => (id2 === "all" || id2 === provider) && fitsTask(task, tag))
    ));
  };
}
function fitsTask(task, tag) {
  return tag === null || task === tag || task === "conversational" || tag === "conversational";
}
function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a ?? "") < String(b ?? "") ? -1 : 1;
}
export {
  listModels,
  searchModels,
  selectFields
};
