import coursekit

coursekit.table([["cat", 0.7], ["mat", 0.2], ["on", 0.1]], header=["word", "share"], title="Shares")
