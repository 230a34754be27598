"""What a name tells of an unknown value, by the habits of training code. A hint is a likely assumption, never a fact."""

from __future__ import annotations

import re

KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("optimizer", re.compile(r"^(.*_)?(opt|optim|optimi[sz]er)s?(_?[a-z0-9]{1,3}|_.*)?$|^(opt|optimizer)[A-Z]\w*$")),
    (
        "foreign",
        re.compile(
            r"^(scheduler|lr_scheduler|sched|logger|writer|wandb|device|config|cfg|env|pbar|progress\w*|tokenizer|path|root|np|plt|args_unused)$"
        ),
    ),
    (
        "module",
        re.compile(
            r"^(?!(?:get|set|build|make|create|load|save|train|update|eval|evaluate|test|init|sample|run|fit|compute|apply|prepare|setup|reset|copy|print|plot|log|select|choose|define|add|remove|export|import|wrap|freeze|unfreeze|count|num|n|data|batch|batch_size|feed_forward|recurrent|use|is|has|with|max|min)_)"
            r"(.*_)?(model|net|network|generator|discriminator|encoder|decoder|critic|actor|policy|backbone|classifier|teacher|student|agent_net|q_?net|target_net|unet|vae|gan|lstm|gru|rnn|mlp|cnn|"
            r"transformer|resnet|vgg|head|netG|netD|G|D)s?(_?[a-zA-Z0-9]{1,2})?$"
        ),
    ),
    ("loader", re.compile(r"^(.*_)?(data_?loader|loader|dl|train_iter|data_iter|batches)s?$")),
    (
        "data",
        re.compile(
            r"^(x|y|xs|ys|X|Y|xb|yb|x_\w+|input|inputs|input_ids|image|images|img|imgs|label|labels|target|targets|data|batch|batch_x|batch_y|src|tgt|tokens|text|mask|masks|noise|"
            r"attention_mask|points|features_in|sequence|seq|frames?|audio|mel|wav)$"
        ),
    ),
    (
        "int",
        re.compile(
            r"^(n|num|i|j|k|idx|index|epoch|epochs|step|steps|n_\w+|num_\w+|\w+_size|\w+_dim|dim|size|batch_idx|batch_idx|seed|iteration|iterations|n?iters?|max_\w+|interval|\w+_interval|every|\w+_every|\w+_steps|\w+_epochs)$"
        ),
    ),
    (
        "float",
        re.compile(
            r"^(lr|learning_rate|alpha|beta|gamma|eps|epsilon|lambda_\w*|\w*lambda|weight_decay|momentum|tau|temperature|dropout|p|scale|sigma)$"
        ),
    ),
    ("bool", re.compile(r"^(verbose|debug|use_\w+|is_\w+|has_\w+|do_\w+|enable_\w+|train|training|shuffle|flag)$")),
)


def kind(name: str) -> str:
    """The kind that a name tells, or `any`."""
    for found, pattern in KINDS:
        if pattern.match(name):
            return found
    return "any"
