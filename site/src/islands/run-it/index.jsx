import { CallBox } from "../call-box.jsx";

/**
 * A task that can be run in the page.
 * @param tasks facts of one task, or of several to choose from
 * @param initial values in place of the task's example
 */
export default function RunIt({ tasks, initial }) {
	return <CallBox tasks={tasks} initial={initial} />;
}
