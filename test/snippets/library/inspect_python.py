"""Standard input: a JSON list of Python texts. Standard output: what each of them is made of, as a JSON list."""

import ast
import builtins
import json
import sys


class Inspector(ast.NodeVisitor):
    def __init__(self):
        self.strings = []
        self.used = set()
        self.defined = set(dir(builtins))

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.strings.append(node.value)
            node.value = "text"

    def visit_Name(self, node):
        (self.used if isinstance(node.ctx, ast.Load) else self.defined).add(node.id)

    def visit_alias(self, node):
        self.defined.add(node.asname or node.name.split(".")[0])

    def visit_FunctionDef(self, node):
        self.defined.add(node.name)
        self.generic_visit(node)

    def visit_arg(self, node):
        self.defined.add(node.arg)


def inspect(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        return {"error": str(error)}
    inspector = Inspector()
    inspector.visit(tree)
    return {
        "strings": [value.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for value in inspector.strings],
        "undefined": sorted(inspector.used - inspector.defined),
        # The tree with every string made equal: two texts of one shape differ in nothing that runs.
        "shape": ast.dump(tree),
    }


json.dump([inspect(text) for text in json.load(sys.stdin)], sys.stdout)
