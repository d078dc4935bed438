import coursekit

shares = {"cat": 0.7, "mat": 0.2, "on": 0.1}
coursekit.bars(shares, title="How likely each word is", y_label="share")
