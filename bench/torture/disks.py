def run(proof):
    pass
