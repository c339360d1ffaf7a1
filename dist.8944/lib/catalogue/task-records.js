import records from "./data/task-records.json.js";
const TASK_RECORDS = records;
export {
  TASK_RECORDS
};
