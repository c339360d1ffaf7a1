import type { ReactNode } from "react";
import "./callout.css";

/** Something to know before going on. */
export function Callout({ children, kind = "note" }: { children: ReactNode; kind?: "note" | "careful" }) {
	return (
		<aside className={`callout ${kind}`}>
			<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
				<circle cx="10" cy="10" r="8.5" />
				<path d={kind === "note" ? "M10 9v5M10 6v.5" : "M10 5.5v6M10 14v.5"} />
			</svg>
			<div>{children}</div>
		</aside>
	);
}

/** What to do, one after the other. */
export function Steps({ children }: { children: ReactNode }) {
	return <ol className="steps">{children}</ol>;
}

export function Step({ children }: { children: ReactNode }) {
	return <li>{children}</li>;
}
