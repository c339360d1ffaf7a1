import type { Colors } from "../../terminal/color.ts";

/** What a view of a result may use. */
export interface ViewSpace {
	colors: Colors;
	/** Columns of the terminal. */
	columns: number;
	/** The call's input, for views that show the result within it. */
	args: Readonly<Record<string, unknown>>;
}
