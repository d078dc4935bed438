import coursekit

words = ["the", "cat", "sat"]
weights = [[1, 0, 0], [0.4, 0.6, 0], [0.1, 0.7, 0.2]]
coursekit.heatmap(weights, row_labels=words, column_labels=words, title="Who looks at whom")
