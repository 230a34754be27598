"""Programs that say too little: what comes from outside may be a network, so nothing is claimed."""

# --- hydra-instantiate
import hydra
from omegaconf import OmegaConf
cfg = OmegaConf.load('x.yaml')
model = hydra.utils.instantiate(cfg.model)
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- import-module
import importlib
model = importlib.import_module('models.x').Net()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- module-from-spec
import importlib.util
spec = importlib.util.spec_from_file_location('m', 'm.py')
m = importlib.util.module_from_spec(spec)
spec.loader.exec_module(m)
model = m.Net()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- pickled
import pickle
with open('model.pkl', 'rb') as f:
    model = pickle.load(f)
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- joblib
import joblib
model = joblib.load('model.joblib')
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- module-attribute
import sys
model = getattr(sys.modules[__name__], 'Net')()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- members
import inspect
import models
model = dict(inspect.getmembers(models))['Net']()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- audio
import torchaudio
model = torchaudio.pipelines.WAV2VEC2_BASE.get_model()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- lightning-hyperparameters
import lightning as L
class Lit(L.LightningModule):
    def __init__(self, net, optimizer):
        super().__init__()
        self.save_hyperparameters()
    def forward(self, x):
        return self.hparams.net(x)
model = Lit(None, None)
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- import-or-skip
import pytest
lib = pytest.importorskip('somelib')
model = lib.Net()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- queue-from-a-thread
import queue
waiting = queue.Queue()
model = lambda x: waiting.get()
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()

# --- smp-losses
import segmentation_models_pytorch as smp
net = smp.Unet()
dice = smp.utils.losses.DiceLoss()
model = lambda x: dice(net(x), x)
loss = F.cross_entropy(model(torch.ones(1, 2)), torch.ones(1))
loss.backward()
