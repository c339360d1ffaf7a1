import { Box, render, Text } from "ink";
import type { ReactElement } from "react";
import type { Context } from "../../../context.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Tally } from "../tally.ts";
import { describeFacts, describeLane, type ProgressFacts, readFacts, type View } from "./describe.ts";

const FRAME_MS = 100;
const BAR = 24;

/** Draws the progress on the terminal, at most ten times a second. */
export function drawProgress(tally: Tally, { stderr }: Context): View {
	const frame = (): ReactElement => <Progress facts={readFacts(tally)} />;
	const screen = render(frame(), {
		stdout: stderr as NodeJS.WriteStream,
		stderr: stderr as NodeJS.WriteStream,
		exitOnCtrlC: false,
		patchConsole: false,
	});
	const timer = setInterval(() => screen.rerender(frame()), FRAME_MS);
	return {
		stop: () => {
			clearInterval(timer);
			screen.clear();
			screen.unmount();
		},
	};
}

function Progress({ facts }: { facts: ProgressFacts }): ReactElement {
	const { total, done, failed, lanes, last_error } = facts;
	const share = total ? Math.min(1, (done + failed) / total) : 0;
	const filled = Math.round(share * BAR);
	return (
		<Box flexDirection="column">
			<Text wrap="truncate">
				{total === null ? "" : `${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${Math.floor(share * 100)} %  `}
				{describeFacts(facts)}
			</Text>
			{lanes.map((lane) => (
				<Text key={lane.name} dimColor wrap="truncate">
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
