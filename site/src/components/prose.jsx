/** A sentence of the command's help: options, commands and URLs in it are set as code. */
export function Prose({ children }) {
	const parts = children.split(
		/((?<![\w-])--?[a-z][\w-]*(?: [A-Z][A-Z_]+\b)?|\bhub [a-z]+(?: --?[a-z][\w-]*)?|\b[A-Z][A-Z]+_[A-Z_]+\b)/g,
	);
	return parts.map((part, index) => {
		const key = `${index}-${part}`;
		return index % 2 === 0 ? part : <code key={key}>{part}</code>;
	});
}
