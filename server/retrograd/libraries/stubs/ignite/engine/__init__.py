from _retrograd import opaque, unknown, unknown_int
import torch


class _Event:
    def __init__(self, name):
        self.names = [name]

    def __call__(self, *args, **kwargs):
        return self

    def __or__(self, other):
        both = _Event("")
        both.names = self.names + other.names
        return both


class _Events:
    def __getattr__(self, name):
        return _Event(name)


Events = _Events()


class EventEnum:
    pass


class State:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)


class Engine:
    def __init__(self, process_function):
        self._process_function = process_function
        self._handlers = []
        self.logger = unknown()
        self.state = State(epoch=unknown_int(), iteration=unknown_int(), max_epochs=unknown_int(), metrics={}, output=None, batch=None, dataloader=None, epoch_length=unknown_int())

    def on(self, event, *args, **kwargs):
        def decorate(handler):
            self.add_event_handler(event, handler, *args, **kwargs)
            return handler

        return decorate

    def add_event_handler(self, event, handler, *args, **kwargs):
        self._handlers.append((event.names, handler, args, kwargs))

    def register_events(self, *args, **kwargs):
        pass

    terminate = terminate_epoch = remove_event_handler = set_data = register_events

    def has_event_handler(self, *args):
        return False

    def fire_event(self, event):
        self._fire(event.names[0])

    def _fire(self, name):
        for names, handler, args, kwargs in self._handlers:
            if name in names:
                try:
                    handler(self, *args, **kwargs)
                except TypeError:
                    handler(*args, **kwargs)

    def run(self, data=None, max_epochs=1, epoch_length=None, **kwargs):
        state = self.state
        state.dataloader = data
        batches = data if data is not None else opaque().loader
        self._fire("STARTED")
        for epoch in range(1, max_epochs + 1):
            state.epoch = epoch
            self._fire("EPOCH_STARTED")
            for batch in batches:
                state.batch = batch
                state.iteration = unknown_int()
                self._fire("ITERATION_STARTED")
                state.output = self._process_function(self, batch)
                self._fire("ITERATION_COMPLETED")
            self._fire("EPOCH_COMPLETED")
        self._fire("COMPLETED")
        return state


def _take(batch, device=None, non_blocking=False):
    x, y = batch
    return x, y


def create_supervised_trainer(model, optimizer, loss_fn, device=None, non_blocking=False, prepare_batch=_take, *args, **kwargs):
    def update(engine, batch):
        model.train()
        optimizer.zero_grad()
        x, y = _take(batch)
        loss = loss_fn(model(x), y)
        loss.backward()
        optimizer.step()
        return loss.item()

    return Engine(update)


def create_supervised_evaluator(model, metrics=None, *args, **kwargs):
    def inference(engine, batch):
        model.eval()
        with torch.no_grad():
            x, y = _take(batch)
            return model(x), y

    return Engine(inference)
