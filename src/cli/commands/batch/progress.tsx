import { Box, render, Text } from "ink";
import type { ReactElement } from "react";
import type { Context } from "../../context.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { inkOutput } from "../../ui/ink-output.ts";
import { describeFacts, describeLane, type ProgressFacts, readFacts, type Tally, type View } from "./tally.ts";

const FRAME_MS = 100;
const BAR = 24;
/** On narrower terminals the facts get their own lines. */
const NARROW = 110;

/** Draws the progress below everything else on the terminal, at most ten times a second. */
export function drawProgress(tally: Tally, { stderr, env, live }: Pick<Context, "stderr" | "env" | "live">): View {
	const output = inkOutput(stderr, { env, live });
	const frame = (): ReactElement => <Progress facts={readFacts(tally)} isNarrow={output.columns < NARROW} />;
	const screen = render(frame(), { stdout: output, stderr: output, exitOnCtrlC: false, patchConsole: false });
	const timer = setInterval(() => screen.rerender(frame()), FRAME_MS);
	return {
		erase: () => {
			clearInterval(timer);
			screen.unmount();
			output.erase();
		},
		stop: async () => {
			clearInterval(timer);
			const ended = screen.waitUntilExit();
			screen.unmount();
			await ended;
			// Ink leaves its last frame.
			output.erase();
		},
	};
}

function Progress({ facts, isNarrow }: { facts: ProgressFacts; isNarrow: boolean }): ReactElement {
	const { total, done, failed, lanes, last_error } = facts;
	const share = total ? Math.min(1, (done + failed) / total) : 0;
	const filled = Math.round(share * BAR);
	const bar = total === null ? "" : `${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${Math.floor(share * 100)} %  `;
	return (
		<Box flexDirection="column">
			{isNarrow && bar !== "" && <Text>{bar}</Text>}
			<Text wrap={isNarrow ? "wrap" : "truncate"}>{`${isNarrow ? "" : bar}${describeFacts(facts)}`}</Text>
			{lanes.map((lane) => (
				<Text key={lane.name} dimColor wrap={isNarrow ? "wrap" : "truncate"}>
					{describeLane(lane)}
				</Text>
			))}
			{last_error && (
				<Text color="red" wrap="truncate">
					{`${last_error.count} × ${last_error.kind}: ${sanitize(last_error.message.replace(/\s+/g, " "))}`}
				</Text>
			)}
		</Box>
	);
}
