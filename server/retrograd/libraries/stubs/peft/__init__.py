from _retrograd import unknown


def get_peft_model(model, peft_config, *args, **kwargs):
    return model


def prepare_model_for_kbit_training(model, *args, **kwargs):
    return model


prepare_model_for_int8_training = prepare_model_for_kbit_training


class PeftModel:
    @classmethod
    def from_pretrained(cls, model, *args, **kwargs):
        return model


PeftModelForCausalLM = PeftModel


def LoraConfig(*args, **kwargs):
    return unknown()


PrefixTuningConfig = PromptTuningConfig = IA3Config = AdaLoraConfig = PromptEncoderConfig = LoraConfig
TaskType = PromptTuningInit = unknown()
