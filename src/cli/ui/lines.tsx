import { Box, Static, Text } from "ink";
import type { ReactNode } from "react";

/** Lines that are already laid out. */
export function Lines({ lines }: { lines: readonly string[] }): ReactNode {
	// Ink gives no height to a line without any character.
	return lines.length === 0 ? null : <Text wrap="truncate">{lines.map((line) => line || " ").join("\n")}</Text>;
}

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
