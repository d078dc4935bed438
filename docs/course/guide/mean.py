"""Ways to say with one number where others lie."""


def mean(numbers):
    return sum(numbers) / len(numbers)


def median(numbers):
    ordered = sorted(numbers)
    return ordered[len(ordered) // 2]
