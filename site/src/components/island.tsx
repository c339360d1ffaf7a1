import type { IslandName, IslandProps } from "../islands/props.ts";

interface Props<Name extends IslandName> {
	/** Folder of the component. */
	name: Name;
	/** Its props; they have to survive JSON. */
	props: IslandProps[Name];
	/** Command shown in the Markdown twin of the page; nothing by default. */
	markdown?: string | undefined;
}

/**
 * Part of a page that runs in the browser: the default export of `src/islands/NAME/index.tsx`. It is prerendered as a
 * root of its own and hydrated after the first paint.
 */
export function Island<Name extends IslandName>({ name, props, markdown }: Props<Name>) {
	return (
		<>
			<noscript>
				<p className="note">This part of the page runs in the browser and needs JavaScript.</p>
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
