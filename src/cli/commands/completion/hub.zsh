#compdef hub modelhub
# zsh completion of hub
_hub() {
	local -a lines values
	local line head prefix
	lines=("${(@f)$("${words[1]}" __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	head=$lines[1]
	if [[ $head == files* ]]; then
		prefix=${head#*$'\t'}
		[[ -n $prefix ]] && compset -P "${(b)prefix}"
		_files
		return
	fi
	for line in "${(@)lines[2,-1]}"; do
		if [[ $line == *$'\t'* ]]; then
			values+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
		elif [[ -n $line ]]; then
			values+=("${line//:/\\:}")
		fi
	done
	_describe -V hub values
}
if [[ $funcstack[1] == _hub ]]; then
	_hub "$@"
else
	compdef _hub hub modelhub
fi
