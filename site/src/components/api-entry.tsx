import type { JSONOutput } from "typedoc";
import type { Declaration } from "../../build/typedoc.ts";
import { Comment, Inline } from "./api-comment.tsx";
import { ApiMembers, listsMembers } from "./api-members.tsx";
import { ApiNames } from "./api-names.tsx";
import { printDeclaration } from "./api-type.ts";
import { Code } from "./code.tsx";

const NAMESPACE = 4;
const CLASS = 128;

interface Props {
	child: Declaration;
	/** Names of the same entry point with the paths of their pages. */
	paths: ReadonlyMap<string, string>;
	repository: string;
	/** Whether the page lists the arguments already. */
	hasArguments?: boolean;
}

/** An exported name: its comment, declaration, parameters and members. */
export function ApiEntry({ child, paths, repository, hasArguments = false }: Props) {
	const { sources, kind } = child;
	const [source] = sources ?? [];
	const declaration = child.type?.type === "reflection" ? child.type.declaration : undefined;
	const signature = child.signatures?.[0] ?? declaration?.signatures?.[0];
	const comment = child.comment ?? signature?.comment ?? declaration?.comment;
	return (
		<section className="api-entry">
			<Comment comment={comment} />
			{!(kind === CLASS && listsMembers(child)) && (
				<Code language="typescript">{printDeclaration(child, { isShort: listsMembers(child) })}</Code>
			)}
			{!hasArguments && <Parameters signature={signature} />}
			{source && (
				<p className="api-source">
					Source:{" "}
					<a href={`${repository}/blob/main/${source.fileName}#L${source.line}`}>
						{source.fileName}:{source.line}
					</a>
				</p>
			)}
			<ApiMembers child={child} paths={paths} />
			{kind === NAMESPACE && <ApiNames names={(child.children ?? []).map((member) => member.name)} page={paths} />}
		</section>
	);
}

function Parameters({ signature }: { signature: JSONOutput.SignatureReflection | undefined }) {
	const described = (signature?.parameters ?? []).flatMap(({ name, comment }) => (comment ? [{ name, comment }] : []));
	if (described.length === 0) return null;
	return (
		<>
			<h2>Parameters</h2>
			<dl className="definitions">
				{described.map(({ name, comment }) => (
					<div key={name}>
						<dt>
							<code>{name}</code>
						</dt>
						<dd>
							<Inline parts={comment.summary} />
						</dd>
					</div>
				))}
			</dl>
		</>
	);
}
