import { Box, Static, Text } from "ink";
import type { ReactNode } from "react";
import { Lines } from "./lines.tsx";

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

/** Texts that stay, above lines that may change. */
export function LiveText({ blocks, open }: { blocks: readonly string[]; open: readonly string[] }): ReactNode {
	return (
		<Box flexDirection="column">
			<Transcript blocks={blocks} />
			<Lines lines={open} />
		</Box>
	);
}
