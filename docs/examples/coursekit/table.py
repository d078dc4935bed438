import coursekit

rows = [["cat", 0.7], ["mat", 0.2], ["on", 0.1]]
coursekit.table(rows, header=["word", "share"], title="Shares")
