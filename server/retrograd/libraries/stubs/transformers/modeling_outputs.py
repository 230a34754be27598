class ModelOutput:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    def to_tuple(self):
        return tuple([x for x in self.__dict__.values() if x is not None])

    def __getitem__(self, key):
        return getattr(self, key) if isinstance(key, str) else self.to_tuple()[key]

    def __setitem__(self, key, value):
        setattr(self, key, value)

    def __contains__(self, key):
        return key in self.__dict__

    def __iter__(self):
        return iter(self.to_tuple())

    def __len__(self):
        return len(self.to_tuple())

    def get(self, key, default=None):
        return getattr(self, key)

    def keys(self):
        return self.__dict__.keys()

    def values(self):
        return self.__dict__.values()

    def items(self):
        return self.__dict__.items()


class _Named(ModelOutput):
    # a name that was not given is None
    loss = logits = last_hidden_state = pooler_output = hidden_states = attentions = past_key_values = None


BaseModelOutput = BaseModelOutputWithPooling = BaseModelOutputWithPast = BaseModelOutputWithPoolingAndCrossAttentions = BaseModelOutputWithPastAndCrossAttentions = _Named
CausalLMOutput = CausalLMOutputWithPast = CausalLMOutputWithCrossAttentions = MaskedLMOutput = Seq2SeqLMOutput = SequenceClassifierOutput = TokenClassifierOutput = _Named
QuestionAnsweringModelOutput = MultipleChoiceModelOutput = ImageClassifierOutput = SemanticSegmenterOutput = SequenceClassifierOutputWithPast = Seq2SeqModelOutput = _Named
