"""Classes that a framework calls: `__drive__` stands for the framework where none is in sight."""

# --- lightning-carried
import lightning.pytorch as pl
class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 2)
        self.h = torch.zeros(1, 2)
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
    def training_step(self, batch, batch_idx):
        x, y = batch
        self.h = self.cell(x, self.h)
        return F.mse_loss(self.h, y)
Model().__drive__()  # expect: freed-graph

# --- lightning-plain
import lightning.pytorch as pl
class Model(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2))
    def forward(self, x):
        return self.net(x)
    def configure_optimizers(self):
        return [torch.optim.Adam(self.parameters())]
    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = F.mse_loss(self(x), y)
        self.log("train_loss", loss, prog_bar=True)
        return loss
    def validation_step(self, batch, batch_idx):
        x, y = batch
        self.log("val_loss", F.mse_loss(self(x), y))
Model().__drive__()

# --- lightning-two-optimizers-automatic
import pytorch_lightning as pl
class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.g = nn.Linear(2, 2)
        self.d = nn.Linear(2, 1)
    def configure_optimizers(self):
        return [torch.optim.Adam(self.g.parameters()), torch.optim.Adam(self.d.parameters())]
    def training_step(self, batch, batch_idx, optimizer_idx):
        if optimizer_idx == 0:
            self.fake = torch.tanh(self.g(batch))
            return self.d(self.fake).sigmoid().mean()
        return self.d(batch).sigmoid().mean() - self.d(self.fake.detach()).sigmoid().mean()
GAN().__drive__()

# --- lightning-two-optimizers-not-detached
import pytorch_lightning as pl
class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.g = nn.Linear(2, 2)
        self.d = nn.Linear(2, 1)
    def configure_optimizers(self):
        return [torch.optim.Adam(self.g.parameters()), torch.optim.Adam(self.d.parameters())]
    def training_step(self, batch, batch_idx, optimizer_idx):
        if optimizer_idx == 0:
            self.fake = torch.tanh(self.g(batch))
            return self.d(self.fake).sigmoid().mean()
        return self.d(batch).sigmoid().mean() - self.d(self.fake).sigmoid().mean()
GAN().__drive__()  # expect: freed-graph

# --- lightning-manual
import lightning as L
class Model(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = nn.Linear(2, 2)
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        opt.zero_grad()
        loss = self.net(batch).exp().sum()
        self.manual_backward(loss)
        self.manual_backward(loss)  # expect: freed-graph
        opt.step()
Model().__drive__()

# --- lightning-own-hooks
import lightning as L
class Model(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)
    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters())
    def on_train_batch_start(self, batch, batch_idx):
        self.kept = self.net(batch).exp().sum()
    def on_after_backward(self):
        self.kept.backward()  # expect: freed-graph
    def training_step(self, batch, batch_idx):
        return self.kept
Model().__drive__()

# --- trainer-compute-loss
from transformers import Trainer
class Mine(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = F.cross_entropy(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss
Mine(model=nn.Linear(2, 2)).__drive__()

# --- trainer-carries-on-self
from transformers import BertConfig, BertForSequenceClassification, Trainer
class Mine(Trainer):
    total = 0
    def compute_loss(self, model, inputs, return_outputs=False):
        self.total = self.total + model(**inputs).loss
        return self.total
Mine(model=BertForSequenceClassification(BertConfig())).__drive__()  # expect: freed-graph

# --- unittest-methods
import unittest
class Test(unittest.TestCase):
    def setUp(self):
        self.w = torch.ones(2, requires_grad=True)
        self.out = self.w.exp().sum()
    def test_once(self):
        self.out.backward()
    def test_again(self):
        self.out.backward()
    def test_twice(self):
        self.out.backward()
        with self.assertRaises(RuntimeError):
            self.out.backward()
        self.out.backward()  # expect: freed-graph
Test().__drive__()
