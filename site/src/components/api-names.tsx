interface Props {
	names: readonly string[];
	/** Path of the page with the anchors of the names, or the path of the page of each. */
	page: string | ReadonlyMap<string, string>;
}

/** Exported names in a row, each a link. */
export function ApiNames({ names, page }: Props) {
	return (
		<p className="names">
			{names.map((name) => (
				<a key={name} href={typeof page === "string" ? `${page}#${name}` : page.get(name)}>
					<code>{name}</code>
				</a>
			))}
		</p>
	);
}
