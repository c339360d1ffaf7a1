import { ANY_MODEL } from "../call-task.ts";
import type { CallSnippets } from "../samples/call-snippets.ts";
import { SnippetTabs } from "./snippet-tabs.tsx";
import { Tabs } from "./tabs.tsx";

interface Props {
	code: CallSnippets;
	provider: string;
	task: string;
}

/** The code of a call, as a whole answer or as a stream, and what to replace in it. */
export function CallCode({ code: { model, whole, streaming }, provider, task }: Props) {
	return (
		<>
			{model === ANY_MODEL && (
				<p>
					Replace <code>{ANY_MODEL}</code> with a model that this provider serves. To list them:{" "}
					<code>{`hub models --provider ${provider} --task ${task === "conversational" ? "chat" : task}`}</code>
				</p>
			)}
			{streaming ? (
				<Tabs
					id="answer"
					choice="streaming"
					label="Answer"
					tabs={[
						{ value: "whole", label: "Whole answer", content: <SnippetTabs id="code" snippets={whole} /> },
						{ value: "stream", label: "Streaming", content: <SnippetTabs id="stream" snippets={streaming} /> },
					]}
				/>
			) : (
				<SnippetTabs id="code" snippets={whole} />
			)}
		</>
	);
}
