import type { ReactNode } from "react";
import type { IslandName, IslandProps } from "../islands/props.ts";

interface Props<Name extends IslandName> {
	/** Folder of the component. */
	name: Name;
	/** Its props; they have to survive JSON. */
	props: IslandProps[Name];
	/** Command shown in the Markdown twin of the page; nothing by default. */
	markdown?: string | undefined;
	/** What readers without JavaScript see in its place. */
	fallback?: ReactNode;
}

/**
 * Part of a page that runs in the browser: the default export of `src/islands/NAME/index.tsx`. It is prerendered as a
 * root of its own and hydrated after the first paint.
 */
export function Island<Name extends IslandName>({ name, props, markdown, fallback }: Props<Name>) {
	return (
		<>
			<noscript>
				<p className="note">This part of the page runs in the browser and needs JavaScript.</p>
				{fallback}
			</noscript>
			<div
				className={`island island-${name}`}
				data-island={name}
				data-props={JSON.stringify(props)}
				data-markdown={markdown}
			/>
		</>
	);
}
