class Money:
    def rounded(self):
        return self
def parse(text):
    return Money()
