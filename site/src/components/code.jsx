/** A block of code with "Copy". A shell session has `$ ` before commands; only those are copied. */
export function Code({ language = "text", title, children }) {
	return (
		<figure className="code">
			{title && <figcaption>{title}</figcaption>}
			<pre>
				<code className={`language-${language}`}>{children}</code>
			</pre>
		</figure>
	);
}
