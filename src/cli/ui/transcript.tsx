import { Static, Text } from "ink";
import type { ReactNode } from "react";

/** Texts that are written once and stay, above the changing part; the terminal scrolls them. */
export function Transcript({ blocks }: { blocks: readonly string[] }): ReactNode {
	return (
		<Static items={[...blocks]}>
			{(block, index) => (
				// Blocks are only ever added.
				<Text key={index}>{block}</Text>
			)}
		</Static>
	);
}
