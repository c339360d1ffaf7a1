# fish completion of hub
function __hub_complete
	set -l words (commandline -opc)
	set -l current (commandline -ct)
	set -l lines ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
	if string match -q 'files*' -- $lines[1]
		set -l prefix (string split -m 1 \t -- $lines[1])[2]
		set -l length (string length -- "$prefix")
		for file in (__fish_complete_path (string sub -s (math $length + 1) -- "$current"))
			echo "$prefix$file"
		end
	else
		printf '%s\n' $lines[2..-1]
	end
end
complete -c hub -f -k -a '(__hub_complete)'
complete -c modelhub -f -k -a '(__hub_complete)'
