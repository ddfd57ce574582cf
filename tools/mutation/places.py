"""Where sources and SQL can be mutated: the table of operators, each a function of a file's text.

An operator yields (start, end, replacement, words): the replacement has `§` where the mutant's number goes. What a
token's context does not rule out is tried; the compiler rules out the rest (tools/mutate drops what it refuses)."""

import re

KEYWORDS = r"(?:return|if|for|while|else|case|default|using|const|auto|static|struct|class|template|break|continue|throw|" \
           r"switch|do|public|private|namespace|typedef|goto|co_\w+|constexpr|delete|new|enum|union|extern|inline)\b"
LITERAL = re.compile(r'''R"(?P<d>[^(\s]*)\((?s:.*?)\)(?P=d)"|//[^\n]*|(?s:/\*.*?\*/)|"(?:\\.|[^"\\\n])*"'''
                     r"""|(?<![0-9a-fA-F])'(?:\\.[^']*|[^'\\\n])'|^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*""", re.MULTILINE)


def blanked(text):
    """The text with comments, literals, preprocessor lines and constant expressions as blanks; places are kept."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    text = LITERAL.sub(blank, text)
    return re.sub(r"\b(?:constexpr|static_assert|consteval|constinit|case)\b[^;{:]*", blank, text)


def closing(text, start):
    """The place behind the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at + 1
    return len(text)


def operand_end(text, start):
    """Where the operand ends that begins at `start`, behind a logical operator."""
    at = start
    while at < len(text):
        if text[at] in "([{":
            at = closing(text, at)
            continue
        if text[at] in ")]};,?:" and text[at:at + 2] != "::" or text.startswith(("&&", "||"), at):
            return at
        at += 2 if text.startswith("::", at) else 1
    return at


def relation(code, _):
    letters = {"<": "<", "<=": "l", ">": ">", ">=": "g", "==": "=", "!=": "!"}
    to = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
    for found in re.finditer(r"(?<=\s)(<=|>=|==|!=|<|>)(?=\s)", code):
        sign = found[1]
        yield *found.span(), f"{sign} ::mutation::Operator<'{letters[sign]}'>{{§}} {sign}", f"{sign} → {to[sign]}"


def arithmetic(code, text):
    to = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "+"}
    for found in re.finditer(r"(?<=[\w)\]] )([-+*/%])(?= [\w(])", code):
        line = text[text.rfind("\n", 0, found.start()) + 1:text.find("\n", found.end())]
        if '"' in line or "string" in line or "template" in line or "'" in line:
            continue
        sign = found[1]
        yield *found.span(), f"{sign} ::mutation::Operator<'{sign}'>{{§}} {sign}", f"{sign} → {to[sign]}"


def logic(code, text):
    for found in re.finditer(r"(?<=\s)(&&|\|\|)(?=\s)", code):
        end = operand_end(code, found.end())
        if end - found.end() > 160:
            continue
        operand = text[found.end():end]
        join = f"&& (::mutation::on(§) || ({operand}))" if found[1] == "&&" else \
            f"|| (!::mutation::on(§) && ({operand}))"
        yield found.start(), end, join, f"{found[1]} {' '.join(operand.split())} → dropped"


def condition(code, text):
    for found in re.finditer(r"\bif (\()", code):
        end = closing(code, found.start(1)) - 1
        inner = code[found.end():end]
        if ";" in inner or re.search(r"[^=!<>]=[^=]", inner):
            continue
        yield found.end(), end, f"::mutation::on(§) != static_cast<bool>({text[found.end():end]})", "if … → if !(…)"


def truth(code, _):
    for found in re.finditer(r"\b(true|false)\b", code):
        other = {"true": "false", "false": "true"}[found[1]]
        yield *found.span(), f"(::mutation::on(§) ? {other} : {found[1]})", f"{found[1]} → {other}"


def number(code, _):
    for found in re.finditer(r"(?<=[ (\[])(\d+(?:'\d+)*)(u?)(?=[ ;,)\]])", code):
        yield (*found.span(), f"(::mutation::on(§) ? {found[1]}{found[2]} + 1 : {found[1]}{found[2]})",
               f"{found[1]} → {found[1]} + 1")


def statement(code, text):
    for found in re.finditer(rf"(?<=\n)( {{2,}})(?!{KEYWORDS})(?:\+\+|--)?[A-Za-z_*(][\w:.\->\[\]()*&]*", code):
        before = code[:found.start()].rstrip()
        if before[-1:] not in tuple(";{})") and not before.endswith("else"):
            continue
        start, at = found.end(1), found.end(1)
        while at < len(code) and code[at] not in ";}":
            at = closing(code, at) if code[at] in "([{" else at + 1
        if code[at:at + 1] != ";" or at - start > 400:
            continue
        head = re.match(r"[^(=\[{]*", code[start:at])[0].rstrip(" +-|&*/%^<>")
        if " " in head.strip() or not re.search(r"[(=]|\+\+|--", code[start:at]) or code.startswith("  }", at):
            continue
        yield start, at + 1, f"{{ if (!::mutation::on(§)) {text[start:at + 1]} }}", "statement → removed"


def jump(code, _):
    for found in re.finditer(r"(?<=[\s{])(break|continue|return);", code):
        if found[1] == "continue":
            yield *found.span(), "{ if (::mutation::on(§)) break; continue; }", "continue → break"
        else:
            yield *found.span(), f"{{ if (!::mutation::on(§)) {found[1]}; }}", f"{found[1]} → removed"


OPERATORS = (relation, logic, condition, statement, number, truth, arithmetic, jump)


def of_source(text):
    """[(operator, start, end, replacement, words)] of a C++ source."""
    code = blanked(text)
    return [(operator.__name__, *place) for operator in OPERATORS for place in operator(code, text)]


SQL = [  # pattern, replacement, words
    (r"(?<= )= (?=[:\w(])", "<> ", "= → <>"), (r"(?<= )<> ", "= ", "<> → ="),
    (r"(?<= )< (?=[:\w(])", "<= ", "< → <="), (r"(?<= )<= ", "< ", "<= → <"),
    (r"(?<= )> (?=[:\w(])", ">= ", "> → >="), (r"(?<= )>= ", "> ", ">= → >"),
    (r"\bIS NOT NULL\b", "IS NULL", "IS NOT NULL → IS NULL"), (r"\bIS NULL\b", "IS NOT NULL", "IS NULL → IS NOT NULL"),
    (r"\bNOT EXISTS\b", "EXISTS", "NOT EXISTS → EXISTS"), (r"\bNOT IN\b", "IN", "NOT IN → IN"),
    (r"\bLEFT JOIN\b", "JOIN", "LEFT JOIN → JOIN"), (r"\bUNION ALL\b", "UNION", "UNION ALL → UNION"),
    (r"\bDISTINCT ", "", "DISTINCT → dropped"), (r" DESC\b", "", "DESC → ASC"), (r"\bmin\(", "max(", "min → max"),
    (r"\bmax\(", "min(", "max → min"), (r"\bAND (?=[\w.:]+ (?:=|<>|<|>|<=|>=|IS) )", "OR ", "AND → OR"),
    (r"(?<=\s)AND [\w.]+ (?:=|<>|<=|>=|<|>) :?[\w.]+(?=\s|$|\))", "", "AND … → dropped"),
    (r"\bORDER BY [\w., ]+$", "", "ORDER BY → dropped"), (r"(?<=[ (])(\d+)(?=[ ,)]|$)", r"(\1 + 1)", "N → N + 1"),
    (r"\+ 1\b", "+ 0", "+ 1 → + 0"), (r"\bcoalesce\((\w+\.?\w*), \w+\)", r"\1", "coalesce → its first"),
]


def of_sql(text):
    """The same of a file of SQL, of its statement alone; the replacement is SQL as it stands."""
    body = re.search(r"^(?!--)", text, re.MULTILINE).start()
    code = re.sub(r"'[^']*'|--[^\n]*", lambda found: " " * len(found[0]), text)
    for pattern, replacement, words in SQL:
        for found in re.compile(pattern, re.MULTILINE).finditer(code, body):
            yield "sql", *found.span(), found.expand(replacement), words
