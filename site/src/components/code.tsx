import type { ReactNode } from "react";

interface Props {
	language?: string | undefined;
	title?: string;
	children: ReactNode;
}

/** A block of code with "Copy". A shell session has `$ ` before commands; only those are copied. */
export function Code({ language = "text", title, children }: Props) {
	return (
		<figure className="code">
			{title && <figcaption>{title}</figcaption>}
			<pre>
				<code className={`language-${language}`}>{children}</code>
			</pre>
		</figure>
	);
}
