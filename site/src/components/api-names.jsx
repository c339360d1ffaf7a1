/** Exported names in a row, each a link. @param page path of the page with the names; this page by default */
export function ApiNames({ names, page = "" }) {
	return (
		<p className="names">
			{names.map((name) => (
				<a key={name} href={`${page}#${name}`}>
					<code>{name}</code>
				</a>
			))}
		</p>
	);
}
