"""The components: one name, one file in each tree. This is their table of contents."""

from . import (
    answer,
    callout,
    code_block,
    code_cell,
    dropdown,
    equation,
    example,
    exercise,
    figure,
    literalinclude,
    prediction,
    quiz,
    recap,
    table,
)

#: Directives whose body is kept as it stands.
LITERAL = {
    "code-cell": code_cell.read,
    "code-block": code_block.read,
    "code": code_block.read,
    "literalinclude": literalinclude.read,
    "math": equation.read,
}

#: Directives whose body is Markdown.
MARKDOWN = {
    "example": example.read,
    "exercise": exercise.read_exercise,
    "hint": exercise.read_hint,
    "then-try": exercise.read_then_try,
    "solution": exercise.read_solution,
    "quiz": quiz.read_quiz,
    "question": quiz.read_question,
    "recap": recap.read,
    "prediction": prediction.read,
    "answer": answer.read,
    "dropdown": dropdown.read,
    "figure": figure.read,
    "image": figure.read,
    "table": table.read,
    **dict.fromkeys(callout.KINDS, callout.read),
}
