import { SelectField, TextField } from "../parts/field.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { ModelSnippet } from "./describe-model.ts";
import { SnippetView } from "./snippet-view.tsx";
import type { ModelChoice, ModelState } from "./use-model-state.ts";

interface GroupProps {
	state: ModelState;
	update(changes: Partial<ModelChoice>): void;
}

const LANGUAGES = [
	{ value: "js", label: "JavaScript" },
	{ value: "sh", label: "Shell" },
	{ value: "python", label: "Python" },
];

/** The model, loaded with a library. */
export function LoadGroup({ state, update }: GroupProps) {
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
export function AppsGroup({ state, update }: GroupProps) {
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

interface ToolsProps extends GroupProps {
	label: string;
	snippets: readonly ModelSnippet[];
	/** What is said if there are none. */
	none: string;
}

/** A tab for each library or app; its variants are listed below each other, with their names. */
function Tools({ label, snippets, state, update, none }: ToolsProps) {
	const names = [...new Set(snippets.map(({ name }) => name))];
	const chosen = names.find((name) => name === state.tool) ?? names[0];
	if (chosen === undefined) return <p className="note">{none}</p>;
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
export function CallGroup({ state, update }: GroupProps) {
	const { entries, language, client, provider, streaming, endpoint } = state;
	const clients = entries.call.filter((snippet) => snippet.language === language);
	const chosen = clients.find((snippet) => snippet.name === client) ?? clients[0];
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
						tabs={clients.map(({ name }) => ({ value: name, label: name }))}
						value={chosen.name}
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

function noClient(snippets: readonly ModelSnippet[], language: string): string {
	const others = [...new Set(snippets.map((snippet) => nameOf(snippet.language)))];
	return `No ${nameOf(language)} client makes this call. There is code for ${others.join(" and ")}.`;
}

function nameOf(language: string): string {
	return LANGUAGES.find(({ value }) => value === language)?.label ?? language;
}
