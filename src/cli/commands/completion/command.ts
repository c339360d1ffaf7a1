import { Argument, type Command } from "commander";
import type { Context } from "../../context.ts";
import { buildCommand } from "../../options/add-options.ts";
import PAGE from "./command.json" with { type: "json" };

/** `hub completion`: a script that teaches a shell to complete the commands of hub. */
export function createCommand(context: Context): Command {
	return buildCommand(PAGE)
		.addArgument(new Argument("<shell>", "for which shell").choices(SHELLS))
		.action((shell: Shell) => printScript(shell, context));
}

async function printScript(shell: Shell, context: Context): Promise<void> {
	await context.print(SCRIPTS[shell]);
}

/**
 * The scripts by which shells call `hub __complete`. They contain no words themselves, so new commands and providers
 * are completed at once.
 */
const SCRIPTS = {
	bash: `# bash completion of hub
_hub() {
	local IFS=$'\\n' rest=\${COMP_LINE:0:COMP_POINT} words=() word gap i
	# bash cuts words at = and :, hub does not: what no space separates belongs together.
	rest=\${rest#*"\${COMP_WORDS[0]}"}
	for ((i = 1; i <= COMP_CWORD; i++)); do
		word=\${COMP_WORDS[i]}
		gap=\${rest%%[![:space:]]*}
		rest=\${rest:\${#gap}}
		((i == COMP_CWORD)) && word=$rest
		if [[ -n $gap || \${#words[@]} -eq 0 ]]; then
			words+=("$word")
		else
			words[\${#words[@]} - 1]+=$word
		fi
		rest=\${rest:\${#word}}
	done
	local current=\${words[\${#words[@]} - 1]}
	[[ $word == [=:@] ]] && word=
	# Only the last part of the word is replaced.
	local kept=\${current%"$word"} line kind prefix
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ -z $kind ]]; then
			kind=\${line%%$'\\t'*} prefix=\${line#*$'\\t'}
		else
			line=\${line%%$'\\t'*}
			COMPREPLY+=("\${line#"$kept"}")
		fi
	done < <(hub __complete -- "\${words[@]}" 2>/dev/null)
	if [[ $kind == files ]]; then
		# bash itself knows best how to quote the name of a file.
		[[ $kept == "$prefix" ]] && compopt -o default 2>/dev/null && return
		for line in $(compgen -f -- "\${current#"$prefix"}"); do
			line=$prefix$line
			COMPREPLY+=("\${line#"$kept"}")
		done
	fi
}
complete -F _hub hub
`,
	zsh: `#compdef hub
# zsh completion of hub
_hub() {
	local -a lines values
	local line head prefix
	lines=("\${(@f)$(hub __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
	head=$lines[1]
	if [[ $head == files* ]]; then
		prefix=\${head#*$'\\t'}
		[[ -n $prefix ]] && compset -P "\${(b)prefix}"
		_files
		return
	fi
	for line in "\${(@)lines[2,-1]}"; do
		if [[ $line == *$'\\t'* ]]; then
			values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
		elif [[ -n $line ]]; then
			values+=("\${line//:/\\\\:}")
		fi
	done
	_describe -V hub values
}
if [[ $funcstack[1] == _hub ]]; then
	_hub "$@"
else
	compdef _hub hub
fi
`,
	fish: `# fish completion of hub
function __hub_complete
	set -l words (commandline -opc)
	set -l current (commandline -ct)
	set -l lines (hub __complete -- $words[2..-1] "$current" 2>/dev/null)
	if string match -q 'files*' -- $lines[1]
		set -l prefix (string split -m 1 \\t -- $lines[1])[2]
		set -l length (string length -- "$prefix")
		for file in (__fish_complete_path (string sub -s (math $length + 1) -- "$current"))
			echo "$prefix$file"
		end
	else
		printf '%s\\n' $lines[2..-1]
	end
end
complete -c hub -f -k -a '(__hub_complete)'
`,
} as const;

type Shell = keyof typeof SCRIPTS;
const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];
