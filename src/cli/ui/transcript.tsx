import { Static, Text } from "ink";
import type { ReactNode } from "react";

/** Texts that go to the terminal once and stay, above everything that changes; the terminal scrolls them. */
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
