from _retrograd import unknown
from transformers import AutoModelForCausalLM, Trainer

SFTTrainer = DPOTrainer = RewardTrainer = GRPOTrainer = ORPOTrainer = KTOTrainer = Trainer
AutoModelForCausalLMWithValueHead = AutoModelForCausalLM


def SFTConfig(*args, **kwargs):
    return unknown()


DPOConfig = PPOConfig = GRPOConfig = RewardConfig = SFTConfig


class PPOTrainer:
    def __init__(self, *args, **kwargs):
        pass

    def step(self, queries, responses, scores, *args, **kwargs):
        return unknown()

    generate = step
