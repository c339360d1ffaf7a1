import { Code } from "./code.tsx";
import { Tabs } from "./tabs.tsx";

const LANGUAGES: Record<string, string> = { js: "JavaScript", sh: "Shell", python: "Python" };
const HIGHLIGHTED: Record<string, string> = { js: "javascript", python: "python", sh: "sh" };

interface Props {
	/** Unique on the page. */
	id: string;
	snippets: readonly { language: string; client: string; content: string; setup?: string | undefined }[];
}

/** Snippets by language, and within a language by client. */
export function SnippetTabs({ id, snippets }: Props) {
	const languages = Object.keys(LANGUAGES).filter((id) => snippets.some(({ language }) => language === id));
	return (
		<Tabs
			id={id}
			choice="language"
			label="Language"
			tabs={languages.map((language) => ({
				value: language,
				label: LANGUAGES[language] ?? language,
				content: (
					<Tabs
						id={`${id}-${language}`}
						choice={`client-${language}`}
						label="Client"
						tabs={snippets
							.filter((snippet) => snippet.language === language)
							.map(({ client, content, setup }) => ({
								value: client,
								label: client,
								content: (
									<>
										{setup && <Code language="sh">{setup}</Code>}
										<Code language={HIGHLIGHTED[language]}>{content}</Code>
									</>
								),
							}))}
					/>
				),
			}))}
		/>
	);
}
