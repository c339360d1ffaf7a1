import type { ReactElement } from "react";
import type { TimedAttempt } from "../../../../gateway/timed-attempt.ts";
import { formatDuration } from "./format.ts";

/** Units of the drawing's width. */
const WIDTH = 100;

/** The attempts of a call over time: one bar each, lighter until the first token. */
export function Waterfall({ attempts, longest }: { attempts: readonly TimedAttempt[]; longest: number }): ReactElement {
	const height = Math.max(1, attempts.length) * 6;
	const scale = (ms: number): number => (ms / longest) * WIDTH;
	return (
		<svg
			className="waterfall"
			viewBox={`0 0 ${WIDTH} ${height}`}
			preserveAspectRatio="none"
			height={height * 2}
			role="img"
			aria-label={attempts.map(describe).join(", ") || "none yet"}
		>
			{attempts.map(({ at, ms, first_ms: first, status, error, provider, model }, index) => (
				<g
					key={`${at} ${provider} ${model}`}
					className={error !== undefined || (status ?? 200) >= 400 ? "failed" : "done"}
				>
					<rect
						className="waiting"
						x={scale(at)}
						y={index * 6 + 1}
						width={Math.max(0.5, scale(first ?? ms))}
						height={4}
					/>
					<rect
						x={scale(at + (first ?? ms))}
						y={index * 6 + 1}
						width={scale(Math.max(0, ms - (first ?? ms)))}
						height={4}
					/>
				</g>
			))}
		</svg>
	);
}

function describe({ provider, status, error, ms }: TimedAttempt): string {
	return `${provider ?? "auto"} ${status ?? error ?? "running"} ${formatDuration(ms)}`;
}
