import { type ArgsOf, task } from "./task.ts";

/**
 * Answers a question from a table.
 *
 * @param args `inputs`: `{table, query}`, the table as column name → cells, all of them strings; `parameters`: `padding`,
 * `sequential`, `truncation`
 * @returns `answer`, the `cells` it was read from with their `coordinates` `[row, column]` counted from 0, and the
 * `aggregator`, such as SUM, that combines them
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/table-question-answering
 */
export const tableQuestionAnswering = task("table-question-answering");

/**
 * Classifies the rows of a table.
 *
 * @param args `inputs.data`: column name → cells
 * @returns the number of the class for each row
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/tabular-classification
 */
export const tabularClassification = task("tabular-classification");

/**
 * Predicts a number for each row of a table.
 *
 * @param args `inputs.data`: column name → cells
 * @returns the value for each row, in the unit the model was trained with
 * @throws InputError, HubApiError, ProviderApiError, ProviderOutputError
 * @see https://huggingface.co/tasks/tabular-regression
 */
export const tabularRegression = task("tabular-regression");

/** Arguments of `tableQuestionAnswering`. */
export type TableQuestionAnsweringArgs = ArgsOf<"table-question-answering">;
/** Arguments of `tabularClassification`. */
export type TabularClassificationArgs = ArgsOf<"tabular-classification">;
/** Arguments of `tabularRegression`. */
export type TabularRegressionArgs = ArgsOf<"tabular-regression">;
