from _retrograd import unknown, unknown_bool
from contextlib import nullcontext


class Accelerator:
    def __init__(self, *args, gradient_accumulation_steps=1, **kwargs):
        self.gradient_accumulation_steps = gradient_accumulation_steps
        self.device = self.state = self.mixed_precision = self.trackers = self.scaler = unknown()
        self.num_processes = 1
        self.process_index = self.local_process_index = 0
        self.is_main_process = self.is_local_main_process = True

    @property
    def sync_gradients(self):
        return unknown_bool()

    def prepare(self, *args, **kwargs):
        return args[0] if len(args) == 1 else args

    def prepare_model(self, model, *args, **kwargs):
        return model

    prepare_optimizer = prepare_scheduler = prepare_data_loader = unwrap_model = prepare_model

    def backward(self, loss, **kwargs):
        if self.gradient_accumulation_steps != 1:
            loss = loss / self.gradient_accumulation_steps
        loss.backward(**kwargs)

    def accumulate(self, *models):
        return nullcontext()

    no_sync = autocast = profile = main_process_first = local_main_process_first = join_uneven_inputs = accumulate

    def clip_grad_norm_(self, parameters, max_norm, norm_type=2):
        return unknown()

    clip_grad_value_ = clip_grad_norm_

    def gather(self, tensor, *args, **kwargs):
        return tensor

    gather_for_metrics = reduce = pad_across_processes = gather

    def on_main_process(self, function=None):
        return function if function is not None else lambda f: f

    on_local_main_process = on_last_process = on_process = on_main_process

    def print(self, *args, **kwargs):
        pass

    log = wait_for_everyone = save = save_state = load_state = save_model = init_trackers = end_training = free_memory = clear = unscale_gradients = register_for_checkpointing = print

    def get_state_dict(self, model, *args, **kwargs):
        return model.state_dict()

    def get_tracker(self, *args, **kwargs):
        return unknown()

    skip_first_batches = get_tracker
