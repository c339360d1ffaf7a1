# The functions that are written in jq itself; each definition begins a line.
def map(f): [.[] | f];
def map_values(f): .[] |= f;
def select(f): if f then . else empty end;
def values: select(. != null);
def nulls: select(. == null);
def booleans: select(type == "boolean");
def numbers: select(type == "number");
def strings: select(type == "string");
def arrays: select(type == "array");
def objects: select(type == "object");
def iterables: select(type | . == "array" or . == "object");
def scalars: select(type | . != "array" and . != "object");
def range($to): range(0; $to);
def recurse: ..;
def recurse(f): def r: ., (f | r); r;
def recurse(f; condition): def r: ., (f | select(condition) | r); r;
def add: reduce .[] as $x (null; . + $x);
def add(f): reduce f as $x (null; . + $x);
def not: if . then false else true end;
def toarray: if type == "array" then . else [.] end;
def input: error("No more inputs");
def inputs: empty;
def any(source; f): first((source | f | select(.) | true), false);
def all(source; f): first((source | f | select(not) | false), true);
def any: any(.[]; .);
def any(f): any(.[]; f);
def all: all(.[]; .);
def all(f): all(.[]; f);
def first: .[0];
def last: .[-1];
def nth($n): .[$n];
def nth($n; f): if $n < 0 then error("nth does not take negative numbers") else first(skip($n; f)) end;
def in(whole): . as $x | whole | has($x);
def inside(whole): . as $x | whole | contains($x);
def index($x): indices($x) | .[0];
def rindex($x): indices($x) | .[-1];
def to_entries: [keys_unsorted[] as $k | {key: $k, value: .[$k]}];
def from_entries: def pick_one($names): first((.[$names[]] | values), null);
		reduce .[] as $x ({}; . + {($x | (if type == "object" then
			(if has("key") then .key else pick_one(["k", "name", "Name", "Key", "K"]) end) else . end)
			| if type == "string" then . elif . == null then "null" else tojson end):
			($x | if type != "object" then null elif has("value") then .value else pick_one(["v", "Value", "V"]) end)});
def with_entries(f): to_entries | map(f) | from_entries;
def del(f): delpaths([path(f)]);
def paths: path(..) | select(length > 0);
def paths(f): . as $all | paths | select(. as $p | $all | getpath($p) | f);
def leaf_paths: paths(scalars);
def pick(f): . as $all | reduce path(f) as $p (null; setpath($p; $all | getpath($p)));
def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;
def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $rest | [$x] + $rest end;
def combinations($n): . as $list | [range($n)] | map($list) | combinations;
def ascii: [.] | implode;
def _ofStrings($x; f): if [type, ($x | type)] == ["string", "string"] then f else . end;
def ltrimstr($x): _ofStrings($x; if startswith($x) then .[($x | length):] else . end);
def rtrimstr($x): _ofStrings($x; if endswith($x) then .[:length - ($x | length)] else . end);
def todate: strftime("%Y-%m-%dT%H:%M:%SZ");
def todateiso8601: todate;
def date: todate;
def fromdate: sub("\\.\\d+Z$"; "Z") | strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;
def fromdateiso8601: fromdate;
def dateadd(unit; $n): . + $n;
def datesub(unit; $n): . - $n;
def match($re): _match($re; null)[];
def match($re; $flags): _match($re; $flags)[];
def test($re): _match($re; null) | length > 0;
def test($re; $flags): _match($re; $flags) | length > 0;
def _names: [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;
def capture($re): match($re) | _names;
def capture($re; $flags): match($re; $flags) | _names;
def scan($re): scan($re; null);
def scan($re; $flags): match($re; "g" + $flags) | if (.captures | length) > 0 then [.captures[].string] else .string end;
def split($re; $flags): . as $text | [foreach (match($re; $flags + "g"), null) as $m ({at: 0};
		if $m == null then .part = $text[.at:] else .part = $text[.at:$m.offset] | .at = $m.offset + $m.length end; .part)];
def splits($re): split($re; null)[];
def splits($re; $flags): split($re; $flags)[];
def sub($re; text): sub($re; text; "");
def gsub($re; text): sub($re; text; "g");
def gsub($re; text; $flags): sub($re; text; $flags + "g");
def sub($re; text; $flags): . as $all | _match($re; $flags) as $found
		| def parts($i; $at): if $i == ($found | length) then $all[$at:] else $found[$i] as $m
			| ($m | _names | text) as $new
			| if $new | type != "string" then error("\($new | tojson) cannot be added to a string") else . end
			| $all[$at:$m.offset] + $new + parts($i + 1; $m.offset + $m.length) end;
		parts(0; 0);
def tostream: path(def r: (.[]? | r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);
def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init;
		if .e then $init else . end
		| if $i | length == 2 then setpath(["e"]; $i[0] | length == 0) | setpath(["x"] + $i[0]; $i[1])
			else setpath(["e"]; $i[0] | length == 1) end;
		if .e then .x else empty end);
def truncate_stream(f): . as $n | null | f | . as $in | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;
def IN(f): any(f == .; .);
def IN(source; f): any(source == f; .);
def INDEX(key): INDEX(.[]; key);
def INDEX(source; key): reduce source as $row ({}; .[$row | key | tostring] |= $row);
def error($message): $message | error;
def range($from; $to): range($from; $to; 1);
def tojson: @json;
def tostring: @text;
def infinite: 1e1000;
def have_literal_numbers: true;
def have_decnum: false;
def first(f): limit(1; f);
def isempty(f): first((f | false), true);
def unique_by(f): [group_by(f)[] | .[0]];
def min_by(f): sort_by(f)[0];
def max_by(f): sort_by(f)[-1];
