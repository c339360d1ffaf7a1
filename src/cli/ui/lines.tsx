import { Text } from "ink";
import type { ReactNode } from "react";

/** Lines that are already laid out. */
export function Lines({ lines }: { lines: readonly string[] }): ReactNode {
	// Ink gives no height to a line without any character.
	return lines.length === 0 ? null : <Text wrap="truncate">{lines.map((line) => line || " ").join("\n")}</Text>;
}
