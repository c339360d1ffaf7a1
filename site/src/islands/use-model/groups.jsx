import { SelectField, TextField } from "../parts/field.jsx";
import { Tabs } from "../parts/tabs.jsx";
import { SnippetView } from "./snippet-view.jsx";

const LANGUAGES = [
	{ value: "python", label: "Python" },
	{ value: "js", label: "JavaScript" },
	{ value: "sh", label: "Shell" },
];

/** The model, loaded with a library. */
export function LoadGroup({ state, update }) {
	return (
		<Tools
			label="Library"
			snippets={state.entries.load}
			state={state}
			update={update}
			none="No library is known for this model: its record names none, or one without code here."
		/>
	);
}

/** The model in a program on the user's machine. */
export function AppsGroup({ state, update }) {
	return (
		<Tools
			label="App"
			snippets={state.entries.apps}
			state={state}
			update={update}
			none="No local app is known for this model. Most need GGUF files."
		/>
	);
}

/** A tab for each library or app; its variants are listed below each other, with their names. */
function Tools({ label, snippets, state, update, none }) {
	if (snippets.length === 0) return <p className="note">{none}</p>;
	const names = [...new Set(snippets.map(({ name }) => name))];
	const chosen = names.includes(state.tool) ? state.tool : names[0];
	return (
		<Tabs
			isSmall
			label={label}
			tabs={names.map((name) => ({ value: name, label: name }))}
			value={chosen}
			onChange={(tool) => update({ tool })}
		>
			{snippets
				.filter(({ name }) => name === chosen)
				.map((snippet) => (
					<SnippetView key={snippet.content} snippet={snippet} />
				))}
		</Tabs>
	);
}

/** The model, called at a provider. */
export function CallGroup({ state, update }) {
	const { entries, language, client, provider, streaming, endpoint } = state;
	const clients = entries.call.filter((snippet) => snippet.language === language);
	const chosen = clients.find((snippet) => snippet.client === client) ?? clients[0];
	return (
		<>
			<div className="fields call-options">
				<SelectField
					label="Provider"
					value={provider}
					options={entries.providers}
					onChange={(value) => update({ provider: value })}
				/>
				<TextField
					label="Endpoint"
					value={endpoint}
					placeholder="https://… of your own"
					spellCheck={false}
					onChange={(value) => update({ endpoint: value })}
				/>
				<label className="check">
					<input
						type="checkbox"
						checked={streaming}
						disabled={!entries.isChat}
						onChange={(event) => update({ streaming: event.target.checked })}
					/>
					Streaming
				</label>
			</div>
			<Tabs label="Language" tabs={LANGUAGES} value={language} onChange={(value) => update({ language: value })}>
				{chosen ? (
					<Tabs
						isSmall
						label="Client"
						tabs={clients.map(({ client: name }) => ({ value: name, label: name }))}
						value={chosen.client}
						onChange={(value) => update({ client: value })}
					>
						<SnippetView snippet={chosen} />
					</Tabs>
				) : (
					<p className="note">{entries.note ?? noClient(entries.call, language)}</p>
				)}
			</Tabs>
		</>
	);
}

function noClient(snippets, language) {
	const others = [...new Set(snippets.map((snippet) => nameOf(snippet.language)))];
	return `No ${nameOf(language)} client makes this call. There is code for ${others.join(" and ")}.`;
}

function nameOf(language) {
	return LANGUAGES.find(({ value }) => value === language)?.label ?? language;
}
