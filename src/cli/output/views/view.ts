import type { Colors } from "../../terminal/color.ts";

/** Context of a view of a result. */
export interface ViewSpace {
	colors: Colors;
	/** Columns of the terminal. */
	columns: number;
	/** The call's input, for views that show the result in it. */
	args: Readonly<Record<string, unknown>>;
}
