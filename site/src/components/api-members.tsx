import type { JSONOutput } from "typedoc";
import type { Declaration } from "../../build/typedoc.ts";
import { Comment } from "./api-comment.tsx";
import { ApiNames } from "./api-names.tsx";
import { printMember } from "./api-type.ts";

const CLASS = 128;
const REFERENCE = 4194304;

/** Whether the members of a declaration are listed below it, with types and comments. */
export function listsMembers(child: Declaration): boolean {
	const own = ownMembers(child);
	return own.length > 0 && (child.kind === CLASS || own.some(commentOf));
}

/** Members of a class, of an interface or of an object type, and what a class inherits from the module's functions. */
export function ApiMembers({ child, paths }: { child: Declaration; paths: ReadonlyMap<string, string> }) {
	if (!listsMembers(child)) return null;
	const functions = inheritedNames(child).filter((name) => paths.has(name));
	return (
		<>
			<h2>Members</h2>
			<dl className="definitions members">
				{ownMembers(child).map((member) => (
					<div key={member.id} id={`member-${member.name}`}>
						<dt>
							<code>{printMember(member)}</code>
						</dt>
						<dd>
							<Comment comment={commentOf(member)} />
						</dd>
					</div>
				))}
			</dl>
			{functions.length > 0 && (
				<>
					<p>It has a method for each function of the library, with the same arguments and results:</p>
					<ApiNames names={functions} page={paths} />
				</>
			)}
		</>
	);
}

function ownMembers({ children, type }: Declaration): Declaration[] {
	const all = children ?? (type?.type === "reflection" ? type.declaration.children : undefined) ?? [];
	return all.filter(({ inheritedFrom, kind }) => !inheritedFrom && kind !== REFERENCE);
}

function inheritedNames({ kind, children = [] }: Declaration): string[] {
	if (kind !== CLASS) return [];
	const inherited = children.filter((member) => member.inheritedFrom || member.kind === REFERENCE);
	return inherited.map(({ name }) => name).sort();
}

function commentOf({ comment, signatures, getSignature, type }: Declaration): JSONOutput.Comment | undefined {
	const declaration = type?.type === "reflection" ? type.declaration : undefined;
	return comment ?? signatures?.[0]?.comment ?? getSignature?.comment ?? declaration?.signatures?.[0]?.comment;
}
