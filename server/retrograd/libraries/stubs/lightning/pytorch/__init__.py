from _retrograd import opaque, unknown, unknown_int
from _symbols import batch as _batch
import torch
from torch import nn


def _optimizers_of(configured):
    if configured is None:
        return []
    if isinstance(configured, dict):
        return [configured["optimizer"]]
    if isinstance(configured, (list, tuple)):
        if len(configured) > 0 and isinstance(configured[0], (list, tuple)):
            configured = configured[0]
        return [c["optimizer"] if isinstance(c, dict) else c for c in configured]
    return [configured]


def _fitting(method, *args):
    # the last argument of many hooks may be left out
    try:
        return method(*args)
    except TypeError:
        return method(*args[:-1])


class _Hooks:
    def setup(self, stage=None):
        pass

    def prepare_data(self, *args, **kwargs):
        pass

    teardown = transfer_batch_to_device = on_before_batch_transfer = on_after_batch_transfer = save_hyperparameters = prepare_data
    train_dataloader = val_dataloader = test_dataloader = predict_dataloader = prepare_data
    state_dict = load_state_dict = on_save_checkpoint = on_load_checkpoint = prepare_data


class LightningDataModule(_Hooks):
    hparams = trainer = opaque()

    def __init__(self, *args, **kwargs):
        pass


class LightningModule(nn.Module):
    automatic_optimization = True
    # hyperparameters hold networks and losses as well as numbers
    trainer = hparams = fabric = opaque()
    logger = loggers = device = dtype = unknown()
    current_epoch = unknown_int()
    global_step = unknown_int()
    global_rank = local_rank = 0
    example_input_array = None

    def __drive__(self, data=None):
        _fit(self, [_batch(), _batch(), _batch()])

    def log(self, name, value, *args, **kwargs):
        pass

    def _nothing(self, *args, **kwargs):
        pass

    log_dict = print = save_hyperparameters = clip_gradients = setup = teardown = prepare_data = configure_model = configure_callbacks = configure_gradient_clipping = _nothing
    on_fit_start = on_fit_end = on_train_start = on_train_end = on_train_epoch_start = on_train_epoch_end = on_train_batch_start = on_train_batch_end = _nothing
    on_validation_start = on_validation_end = on_validation_epoch_start = on_validation_epoch_end = on_validation_batch_start = on_validation_batch_end = _nothing
    on_test_start = on_test_end = on_test_epoch_start = on_test_epoch_end = on_test_batch_start = on_test_batch_end = _nothing
    on_before_zero_grad = on_before_backward = on_after_backward = on_before_optimizer_step = training_epoch_end = validation_epoch_end = test_epoch_end = _nothing
    on_save_checkpoint = on_load_checkpoint = lr_scheduler_step = configure_optimizers = train_dataloader = val_dataloader = test_dataloader = predict_dataloader = _nothing
    training_step = validation_step = test_step = _nothing

    def predict_step(self, batch, batch_idx=0, dataloader_idx=0):
        return self(batch)

    def lr_schedulers(self):
        return unknown()

    def all_gather(self, data, *args, **kwargs):
        return data

    def _configured(self):
        if "_optimizers" not in self.__dict__:
            self._optimizers = _optimizers_of(self.configure_optimizers())
        return self._optimizers

    def optimizers(self, use_pl_optimizer=True):
        found = self._configured()
        return found[0] if len(found) == 1 else found

    def manual_backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

    def optimizer_step(self, epoch, batch_idx, optimizer, optimizer_closure=None):
        optimizer.step(optimizer_closure)

    def optimizer_zero_grad(self, epoch, batch_idx, optimizer):
        optimizer.zero_grad()

    def toggle_optimizer(self, optimizer, *args):
        own = [p for g in optimizer.param_groups for p in g["params"]]
        self._toggled = []
        for other in self._configured():
            for g in other.param_groups:
                for p in g["params"]:
                    if p not in own and p.requires_grad:
                        p.requires_grad = False
                        self._toggled.append(p)

    def untoggle_optimizer(self, optimizer, *args):
        for p in self._toggled:
            p.requires_grad = True

    def freeze(self):
        self.requires_grad_(False)
        self.eval()

    def unfreeze(self):
        self.requires_grad_(True)
        self.train()

    @classmethod
    def load_from_checkpoint(cls, checkpoint_path, *args, **kwargs):
        hparams = {k: v for k, v in kwargs.items() if k not in ("map_location", "hparams_file", "strict")}
        return cls(**hparams)


def _optimize(module, optimizer, batch, i, *rest):
    said = []

    def closure():
        output = _fitting(module.training_step, batch, i, *rest)
        said.append(output)
        loss = output["loss"] if isinstance(output, dict) else output
        module.on_before_zero_grad(optimizer)
        if optimizer is not None:
            module.optimizer_zero_grad(module.current_epoch, i, optimizer)
        if loss is not None:
            module.on_before_backward(loss)
            module.backward(loss)
            module.on_after_backward()
        module.on_before_optimizer_step(optimizer)
        return loss

    if optimizer is None:
        closure()
    else:
        module.optimizer_step(module.current_epoch, i, optimizer, closure)
    return said[0] if said else None


def _train_on(module, batch, i):
    optimizers = module._configured()
    _fitting(module.on_train_batch_start, batch, i)
    if not module.automatic_optimization:
        output = _fitting(module.training_step, batch, i)
    elif len(optimizers) > 1:
        output = None
        for k, optimizer in enumerate(optimizers):
            module.toggle_optimizer(optimizer)
            output = _optimize(module, optimizer, batch, i, k)
            module.untoggle_optimizer(optimizer)
    else:
        output = _optimize(module, optimizers[0] if optimizers else None, batch, i)
    _fitting(module.on_train_batch_end, output, batch, i)


def _evaluate(module, step, batch):
    module.eval()
    with torch.no_grad():
        _fitting(step, batch, 0)
    module.train()


def _fit(module, batches, held_out=None):
    module.setup("fit")
    module._configured()
    module.on_fit_start()
    module.on_train_start()
    module.train()
    for epoch in range(2):
        module.current_epoch = epoch
        module.on_train_epoch_start()
        for i, batch in enumerate(batches):
            module.global_step = unknown_int()
            _train_on(module, batch, i)
        module.on_validation_epoch_start()
        _evaluate(module, module.validation_step, _batch())
        module.on_validation_epoch_end()
        module.on_train_epoch_end()
    module.on_train_end()
    module.on_fit_end()


def _batches(model, given, datamodule, name):
    for source in (given, datamodule, model):
        if isinstance(source, (LightningDataModule, LightningModule)):
            source.setup("fit")
            source = getattr(source, name)()
        if source is not None:
            return source
    return [_batch(), _batch(), _batch()]


class Trainer:
    def __init__(self, *args, **kwargs):
        self.callback_metrics = self.logged_metrics = self.logger = self.strategy = self.checkpoint_callback = unknown()
        self.current_epoch = self.global_step = self.max_epochs = self.num_training_batches = unknown_int()
        self.is_global_zero = True
        self.model = None

    @property
    def optimizers(self):
        return self.model._configured()

    def fit(self, model, train_dataloaders=None, val_dataloaders=None, datamodule=None, ckpt_path=None, *, train_dataloader=None):
        self.model = model
        _fit(model, _batches(model, train_dataloaders if train_dataloaders is not None else train_dataloader, datamodule, "train_dataloader"))

    def _run(self, model, step):
        model = self.model if model is None else model
        if model is not None:
            _evaluate(model, getattr(model, step), _batch())
        return unknown()

    def validate(self, model=None, dataloaders=None, *args, **kwargs):
        return self._run(model, "validation_step")

    def test(self, model=None, dataloaders=None, *args, **kwargs):
        return self._run(model, "test_step")

    def predict(self, model=None, dataloaders=None, *args, **kwargs):
        return self._run(model, "predict_step")

    def save_checkpoint(self, *args, **kwargs):
        pass

    @classmethod
    def from_argparse_args(cls, args, **kwargs):
        return cls()

    @staticmethod
    def add_argparse_args(parser):
        return parser


class Callback:
    pass


def seed_everything(seed=None, workers=False, verbose=True):
    return seed
