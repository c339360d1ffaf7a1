import { CallBox } from "../call-box.tsx";
import type { IslandProps } from "../props.ts";

/** Runs a task in the page. */
export default function RunIt(props: IslandProps["run-it"]) {
	return <CallBox {...props} />;
}
