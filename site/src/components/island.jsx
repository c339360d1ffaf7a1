/**
 * Part of a page that runs in the browser: the default export of `src/islands/NAME/index.jsx`. It is prerendered as a
 * root of its own and hydrated after the first paint.
 * @param name folder of the component
 * @param props its props; they have to survive JSON
 * @param markdown command shown in the Markdown twin of the page; nothing by default
 */
export function Island({ name, props = {}, markdown }) {
	return (
		<div
			className={`island island-${name}`}
			data-island={name}
			data-props={JSON.stringify(props)}
			data-markdown={markdown}
		/>
	);
}
