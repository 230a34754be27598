from torch.optim import SGD as SGD8bit, Adam as Adam8bit, AdamW as AdamW8bit, AdamW as PagedAdamW, AdamW as PagedAdamW8bit, AdamW as Lion, AdamW as Lion8bit, RMSprop as RMSprop8bit
