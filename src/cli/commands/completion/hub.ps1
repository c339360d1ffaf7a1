# PowerShell completion of hub
Register-ArgumentCompleter -Native -CommandName 'hub', 'modelhub' -ScriptBlock {
	param($wordToComplete, $commandAst, $cursorPosition)
	$words = @(
		$commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
			ForEach-Object { if ($null -ne $_.Value) { "$($_.Value)" } else { $_.Extent.Text } }
	)
	$current = "$wordToComplete"
	# Before 7.3 PowerShell drops an argument that is empty.
	if ($current -eq '' -and $PSVersionTable.PSVersion -lt [version]'7.3') { $current = '""' }
	# Quoted: npm's script for PowerShell would take the sign for the end of its own parameters.
	$program = "$($commandAst.CommandElements[0])"
	$lines = @(& $program __complete '--' @words $current 2>$null)
	if ($lines.Count -eq 0) { return }
	$kind, $prefix = $lines[0] -split "`t", 2
	if ($kind -eq 'files') {
		$start = "$prefix".Length
		$rest = if ("$wordToComplete".Length -gt $start) { "$wordToComplete".Substring($start) } else { '' }
		[System.Management.Automation.CompletionCompleters]::CompleteFilename($rest) | ForEach-Object {
			[System.Management.Automation.CompletionResult]::new("$prefix$($_.CompletionText)", $_.ListItemText, $_.ResultType, $_.ToolTip)
		}
		return
	}
	$lines | Select-Object -Skip 1 | ForEach-Object {
		$value, $description = $_ -split "`t", 2
		if (-not $description) { $description = $value }
		[System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $description)
	}
}
