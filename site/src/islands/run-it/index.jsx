import { CallBox } from "../call-box.jsx";

/**
 * Runs a task in the page.
 * @param tasks facts of one task, or of several to choose from
 * @param name distinguishes it from other boxes on the page
 * @param initial values in place of the task's example
 */
export default function RunIt({ tasks, initial, name }) {
	return <CallBox tasks={tasks} initial={initial} name={name} />;
}
