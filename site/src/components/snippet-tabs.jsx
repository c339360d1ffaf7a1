import { Code } from "./code.jsx";
import { Tabs } from "./tabs.jsx";

const LANGUAGES = { js: "JavaScript", python: "Python", sh: "Shell" };
const HIGHLIGHTED = { js: "javascript", python: "python", sh: "sh" };

/**
 * Snippets by language, and within a language by client.
 * @param id unique on the page
 * @param snippets `{language, client, content, setup?}` each
 */
export function SnippetTabs({ id, snippets }) {
	const languages = [...new Set(snippets.map(({ language }) => language))];
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
