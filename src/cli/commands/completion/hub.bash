# bash completion of hub
_hub() {
	local IFS=$'\n' rest=${COMP_LINE:0:COMP_POINT} words=() word gap i
	# bash cuts words at = and :, hub does not: what no space separates belongs together.
	rest=${rest#*"${COMP_WORDS[0]}"}
	for ((i = 1; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		gap=${rest%%[![:space:]]*}
		rest=${rest:${#gap}}
		((i == COMP_CWORD)) && word=$rest
		if [[ -n $gap || ${#words[@]} -eq 0 ]]; then
			words+=("$word")
		else
			words[${#words[@]} - 1]+=$word
		fi
		rest=${rest:${#word}}
	done
	local current=${words[${#words[@]} - 1]}
	[[ $word == [=:@] ]] && word=
	# Only the last part of the word is replaced.
	local kept=${current%"$word"} line kind prefix
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ -z $kind ]]; then
			kind=${line%%$'\t'*} prefix=${line#*$'\t'}
		else
			line=${line%%$'\t'*}
			COMPREPLY+=("${line#"$kept"}")
		fi
	done < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2>/dev/null)
	if [[ $kind == files ]]; then
		# bash itself knows best how to quote the name of a file.
		[[ $kept == "$prefix" ]] && compopt -o default 2>/dev/null && return
		for line in $(compgen -f -- "${current#"$prefix"}"); do
			line=$prefix$line
			COMPREPLY+=("${line#"$kept"}")
		done
	fi
}
complete -F _hub hub modelhub
