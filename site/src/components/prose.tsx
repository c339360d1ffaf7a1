import { createContext, useContext } from "react";

/** Names of the commands, so that "hub has" is not taken for one. */
export const CommandNames = createContext<readonly string[]>([]);

const PARTS =
	/((?<![\w-])--?[a-z][\w-]*(?: [A-Z][A-Z_]+\b)?|\bhub [a-z]+(?: --?[a-z][\w-]*)?|\b[A-Z][A-Z]+_[A-Z_]+\b)/g;

/** A sentence of the command's help: options, commands and variables in it are set as code. */
export function Prose({ children }: { children: string }) {
	const names = useContext(CommandNames);
	const isCode = (part: string) =>
		!part.startsWith("hub ") || part.startsWith("hub -") || names.includes(part.split(" ")[1] ?? "");
	return children.split(PARTS).map((part, index) => {
		const key = `${index}-${part}`;
		return index % 2 === 1 && isCode(part) ? <code key={key}>{part}</code> : part;
	});
}

/** A sentence with code between backticks. */
export function WithCode({ children }: { children: string }) {
	return children.split("`").map((part, index) => {
		const key = `${index}-${part}`;
		return index % 2 === 1 ? <code key={key}>{part}</code> : part;
	});
}
