import coursekit

losses = {"training": [2.3, 1.1, 0.7, 0.5], "test": [2.4, 1.4, 1.2, 1.2]}
coursekit.lines(losses, title="Loss", x_label="round", y_label="loss")
