import { task } from "./task.js";
const tableQuestionAnswering = task("table-question-answering");
const tabularClassification = task("tabular-classification");
const tabularRegression = task("tabular-regression");
export {
  tableQuestionAnswering,
  tabularClassification,
  tabularRegression
};
