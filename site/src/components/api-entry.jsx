import { Comment, Inline } from "./api-comment.jsx";
import { ApiMembers, listsMembers } from "./api-members.jsx";
import { ApiNames } from "./api-names.jsx";
import { printDeclaration } from "./api-type.js";
import { Code } from "./code.jsx";

const NAMESPACE = 4;
const CLASS = 128;

/**
 * An exported name: its comment, declaration, parameters and members.
 * @param child as TypeDoc's JSON describes it
 * @param exported names of the same entry point, which members may link to
 */
export function ApiEntry({ child, exported, repository }) {
	const { name, sources, kind } = child;
	const [source] = sources ?? [];
	const signature = child.signatures?.[0] ?? child.type?.declaration?.signatures?.[0];
	const comment = child.comment ?? signature?.comment ?? child.type?.declaration?.comment;
	return (
		<section className="api-entry">
			<h3 id={name}>
				<code>{name}</code>
			</h3>
			{source && (
				<p className="api-source">
					<a href={`${repository}/blob/main/${source.fileName}#L${source.line}`}>
						{source.fileName}:{source.line}
					</a>
				</p>
			)}
			<Comment comment={comment} />
			{!(kind === CLASS && listsMembers(child)) && (
				<Code language="typescript">{printDeclaration(child, { isShort: listsMembers(child) })}</Code>
			)}
			<Parameters signature={signature} />
			<ApiMembers child={child} exported={exported} />
			{kind === NAMESPACE && <ApiNames names={child.children.map((member) => member.name)} page={`/api/${name}/`} />}
		</section>
	);
}

function Parameters({ signature }) {
	const described = (signature?.parameters ?? []).filter(({ comment }) => comment);
	if (described.length === 0) return null;
	return (
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
	);
}
