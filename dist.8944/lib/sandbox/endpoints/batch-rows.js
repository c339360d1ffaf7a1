import { Fields, parseObject } from "../body.js";
import { isRecord } from "../is-record.js";
const MOST_ROWS = 5e4;
class RowProblem extends Error {
  problem;
  constructor(line, code, message) {
    super(message);
    this.problem = { line, code, message };
  }
}
function readRows(text, oneModel) {
  const ids = /* @__PURE__ */ new Set();
  const models = /* @__PURE__ */ new Set();
  const rows = text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const row = readRow(line, index + 1);
    if (ids.has(row.customId)) {
      throw new RowProblem(index + 1, "duplicate_custom_id", `The custom_id '${row.customId}' is used twice.`);
    }
    ids.add(row.customId);
    models.add(row.body["model"]);
    return [row];
  });
  if (rows.length === 0) throw new RowProblem(0, "empty_file", "The input file is empty.");
  if (rows.length > MOST_ROWS) {
    throw new RowProblem(MOST_ROWS + 1, "too_many_requests", `A batch has at most ${MOST_ROWS} requests.`);
  }
  if (oneModel && models.size > 1) throw new RowProblem(0, "mismatched_model", "All requests must use the same model.");
  return rows;
}
function readRow(line, number) {
  let row;
  try {
    row = new Fields(parseObject(line));
  } catch {
    throw new RowProblem(number, "invalid_json_line", "This line is not a JSON object.");
  }
  const customId = row.get("custom_id");
  const body = row.get("body");
  if (typeof customId !== "string") throw new RowProblem(number, "missing_custom_id", "This line has no custom_id.");
  if (!isRecord(body)) throw new RowProblem(number, "missing_body", "This line has no body.");
  return { customId, body };
}
export {
  RowProblem,
  readRows
};
