"""Training frameworks: their backward calls, and the order in which they call back."""

# --- lightning-manual-backward
import lightning.pytorch as pl
class Two(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.trunk = nn.Linear(2, 2)
        self.head = nn.Linear(2, 2)
    def configure_optimizers(self):
        return [torch.optim.SGD(self.trunk.parameters(), lr=0.1), torch.optim.SGD(self.head.parameters(), lr=0.1)]
    def training_step(self, batch, batch_idx):
        a, b = self.optimizers()
        h = torch.tanh(self.trunk(batch))
        first = h.sum()
        second = self.head(h).sum()
        self.manual_backward(first)
        self.manual_backward(second)  # expect: freed-graph
        a.step()
        b.step()
trainer = pl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Two(), torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2))

# --- lightning-manual-retained
import pytorch_lightning as pl
class Two(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.trunk = nn.Linear(2, 2)
        self.head = nn.Linear(2, 2)
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
    def training_step(self, batch, batch_idx):
        opt = self.optimizers()
        h = torch.tanh(self.trunk(batch))
        opt.zero_grad()
        self.manual_backward(h.sum(), retain_graph=True)
        self.manual_backward(self.head(h).sum())
        opt.step()
trainer = pl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Two(), torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2))

# --- lightning-state-on-self
import lightning.pytorch as pl
class Carrying(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 2)
        self.h = torch.zeros(2, 2)
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
    def training_step(self, batch, batch_idx):
        self.h = self.cell(batch, self.h)
        return self.h.sum()
trainer = pl.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Carrying(), torch.utils.data.DataLoader(torch.ones(6, 2), batch_size=2))  # expect: freed-graph

# --- lightning-state-detached
import lightning as L
class Carrying(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 2)
        self.h = torch.zeros(2, 2)
    def configure_optimizers(self):
        opt = torch.optim.SGD(self.parameters(), lr=0.1)
        return {"optimizer": opt, "lr_scheduler": torch.optim.lr_scheduler.StepLR(opt, 1)}
    def training_step(self, batch):
        h = self.cell(batch, self.h)
        self.h = h.detach()
        loss = h.sum()
        self.log("loss", loss)
        return {"loss": loss}
    def validation_step(self, batch, batch_idx):
        return self.cell(batch).sum()
trainer = L.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Carrying(), torch.utils.data.DataLoader(torch.ones(6, 2), batch_size=2))

# --- lightning-gan-toggled
import lightning as L
class GAN(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(2, 2)
        self.d = nn.Linear(2, 1)
    def configure_optimizers(self):
        return [torch.optim.Adam(self.g.parameters()), torch.optim.Adam(self.d.parameters())], []
    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        self.toggle_optimizer(opt_g)
        fake = torch.tanh(self.g(batch))
        loss = self.d(fake).sigmoid().mean()
        self.manual_backward(loss)
        opt_g.step()
        opt_g.zero_grad()
        self.untoggle_optimizer(opt_g)
        self.toggle_optimizer(opt_d)
        loss = self.d(batch).sigmoid().mean() - self.d(fake.detach()).sigmoid().mean()
        self.manual_backward(loss)
        opt_d.step()
        opt_d.zero_grad()
        self.untoggle_optimizer(opt_d)
trainer = L.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(GAN(), torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2))

# --- lightning-gan-not-detached
import lightning as L
class GAN(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.g = nn.Linear(2, 2)
        self.d = nn.Linear(2, 1)
    def configure_optimizers(self):
        return [torch.optim.Adam(self.g.parameters()), torch.optim.Adam(self.d.parameters())], []
    def training_step(self, batch, batch_idx):
        opt_g, opt_d = self.optimizers()
        fake = torch.tanh(self.g(batch))
        loss = self.d(fake).sigmoid().mean()
        self.manual_backward(loss)
        opt_g.step()
        opt_d.zero_grad()
        loss = self.d(batch).sigmoid().mean() - self.d(fake).sigmoid().mean()
        self.manual_backward(loss)  # expect: freed-graph
        opt_d.step()
        opt_g.zero_grad()
trainer = L.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(GAN(), torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2))

# --- lightning-step-closure
import lightning as L
class Model(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
    def configure_optimizers(self):
        return torch.optim.LBFGS(self.parameters(), max_iter=3)
    def training_step(self, batch, batch_idx):
        return F.mse_loss(self.net(batch), torch.ones(2, 1))
trainer = L.Trainer(max_epochs=2, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Model(), torch.utils.data.DataLoader(torch.rand(4, 2), batch_size=2))

# --- lightning-datamodule
import lightning as L
class Data(L.LightningDataModule):
    def train_dataloader(self):
        return torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2)
class Model(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 1)
        self.kept = self.net.weight.exp().sum()
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)
    def training_step(self, batch, batch_idx):
        return self.net(batch).sum() + self.kept
trainer = L.Trainer(max_epochs=1, logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, accelerator="cpu")
trainer.fit(Model(), datamodule=Data())  # expect: freed-graph

# --- fabric-backward
from lightning.fabric import Fabric
fabric = Fabric(accelerator="cpu", devices=1)
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net, opt = fabric.setup(net, opt)
out = net(torch.ones(1, 2)).exp().sum()
fabric.backward(out, retain_graph=True)
fabric.backward(out)
opt.step()
out = net(torch.ones(1, 2)).exp().sum()
fabric.backward(out)
fabric.backward(out)  # expect: freed-graph

# --- accelerate-backward
from accelerate import Accelerator
accelerator = Accelerator(cpu=True)
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
loader = torch.utils.data.DataLoader(torch.ones(4, 2), batch_size=2)
net, opt, loader = accelerator.prepare(net, opt, loader)
for x in loader:
    with accelerator.accumulate(net):
        loss = net(x).exp().sum()
        accelerator.backward(loss, retain_graph=True)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad()

# --- accelerate-carried
from accelerate import Accelerator
accelerator = Accelerator(cpu=True)
cell = accelerator.prepare(nn.GRUCell(2, 2))
h = torch.zeros(1, 2)
for step in range(3):
    h = cell(torch.ones(1, 2), h)
    accelerator.backward(h.sum())  # expect: freed-graph

# --- einops-keeps-nothing
from einops import rearrange, reduce, repeat
w = torch.ones(2, 2, requires_grad=True)
out = reduce(rearrange(repeat(w, "a b -> a b c", c=3), "a b c -> (a b) c"), "n c -> c", "mean").sum()
out.backward()
out.backward()

# --- einops-of-a-kept-part
from einops import rearrange
w = torch.ones(2, 2, requires_grad=True)
out = rearrange(w.exp(), "a b -> (a b)").sum()
out.backward()
out.backward()  # expect: freed-graph

# --- einops-einsum-and-layers
from einops import einsum
from einops.layers.torch import Rearrange
w = torch.ones(2, 2, requires_grad=True)
net = nn.Sequential(nn.Linear(2, 4), Rearrange("b (c d) -> b c d", c=2), nn.ReLU())
net(torch.ones(1, 2)).sum().backward()
out = einsum(w, torch.ones(2, 2), "a b, b c -> a c").sum()
out.backward()
out.backward()  # expect: freed-graph

# --- ignite-engine
from ignite.engine import Engine, Events
cell = nn.GRUCell(2, 2)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
state = {"h": torch.zeros(1, 2)}
def update(engine, batch):
    opt.zero_grad()
    h = cell(batch, state["h"])
    h.sum().backward()
    opt.step()
    state["h"] = h.detach()
    return h.sum().item()
trainer = Engine(update)
@trainer.on(Events.ITERATION_COMPLETED(every=1) | Events.COMPLETED)
def report(engine):
    print(engine.state.output)
trainer.run([torch.ones(1, 2), torch.ones(1, 2)], max_epochs=2)

# --- ignite-carried
from ignite.engine import Engine
cell = nn.GRUCell(2, 2)
state = {"h": torch.zeros(1, 2)}
def update(engine, batch):
    state["h"] = cell(batch, state["h"])
    state["h"].sum().backward()  # expect: freed-graph
trainer = Engine(update)
trainer.run([torch.ones(1, 2), torch.ones(1, 2)], max_epochs=1)

# --- higher-inner-loop
import higher
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
inner = torch.optim.SGD(net.parameters(), lr=0.1)
outer = torch.optim.Adam(net.parameters())
for task in range(3):
    outer.zero_grad()
    with higher.innerloop_ctx(net, inner, copy_initial_weights=False) as (fnet, diffopt):
        for _ in range(2):
            diffopt.step(fnet(torch.ones(1, 2)).pow(2).sum())
        fnet(torch.ones(1, 2)).pow(2).sum().backward()
    outer.step()

# --- higher-two-outer-runs
import higher
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
inner = torch.optim.SGD(net.parameters(), lr=0.1)
with higher.innerloop_ctx(net, inner, copy_initial_weights=False) as (fnet, diffopt):
    diffopt.step(fnet(torch.ones(1, 2)).pow(2).sum())
    fnet(torch.ones(1, 2)).pow(2).sum().backward()
    fnet(torch.ones(1, 2)).pow(2).sum().backward()  # expect: freed-graph

# --- odeint
from torchdiffeq import odeint
class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)
    def forward(self, t, y):
        return torch.tanh(self.net(y))
field = Field()
opt = torch.optim.SGD(field.parameters(), lr=0.1)
for step in range(2):
    opt.zero_grad()
    out = odeint(field, torch.ones(1, 2), torch.tensor([0.0, 1.0]))
    out[-1].sum().backward()
    opt.step()
out[-1].sum().backward()  # expect: freed-graph

# --- transformers-loss-twice
from transformers import BertConfig, BertForSequenceClassification
config = BertConfig(vocab_size=10, hidden_size=4, num_hidden_layers=1, num_attention_heads=1, intermediate_size=4)
model = BertForSequenceClassification(config)
ids = torch.ones(2, 3, dtype=torch.long)
out = model(input_ids=ids, labels=torch.zeros(2, dtype=torch.long))
out.logits.sum().backward(retain_graph=True)
out.loss.backward()
out["loss"].backward()  # expect: freed-graph

# --- transformers-own-heads
from transformers import BertConfig, BertModel
config = BertConfig(vocab_size=10, hidden_size=4, num_hidden_layers=1, num_attention_heads=1, intermediate_size=4)
class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel(config)
        self.a = nn.Linear(4, 1)
        self.b = nn.Linear(4, 1)
    def forward(self, ids):
        h = self.bert(ids).last_hidden_state[:, 0]
        return self.a(h).sum(), self.b(h).sum()
model = Two()
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(2):
    opt.zero_grad()
    a, b = model(torch.ones(2, 3, dtype=torch.long))
    a.backward()
    b.backward()  # expect: freed-graph
    opt.step()

# --- transformers-frozen-trunk
from transformers import BertConfig, BertModel
config = BertConfig(vocab_size=10, hidden_size=4, num_hidden_layers=1, num_attention_heads=1, intermediate_size=4)
bert = BertModel(config)
for p in bert.parameters():
    p.requires_grad = False
a, b = nn.Linear(4, 1), nn.Linear(4, 1)
h = bert(torch.ones(2, 3, dtype=torch.long)).pooler_output
a(h).sum().backward()
b(h).sum().backward()

# --- transformers-frozen-base-of-a-classifier
from transformers import BertConfig, BertForSequenceClassification
config = BertConfig(vocab_size=10, hidden_size=4, num_hidden_layers=1, num_attention_heads=1, intermediate_size=4)
model = BertForSequenceClassification(config)
for p in model.bert.parameters():
    p.requires_grad = False
model.classifier = nn.Linear(4, 2)
opt = torch.optim.AdamW(model.classifier.parameters())
for step in range(2):
    loss = model(torch.ones(2, 3, dtype=torch.long), labels=torch.zeros(2, dtype=torch.long)).loss
    loss.backward()
    opt.step()
    opt.zero_grad()

# --- transformers-pretrained-class
from transformers import BertConfig, BertModel, BertPreTrainedModel, get_linear_schedule_with_warmup
config = BertConfig(vocab_size=10, hidden_size=4, num_hidden_layers=1, num_attention_heads=1, intermediate_size=4)
class Tagger(BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config)
        self.classifier = nn.Linear(config.hidden_size, 2)
        self.post_init()
    def forward(self, input_ids):
        return self.classifier(self.bert(input_ids)[0])
model = Tagger(config)
opt = torch.optim.AdamW(model.parameters())
sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=1, num_training_steps=2)
for step in range(2):
    loss = model(torch.ones(2, 3, dtype=torch.long)).sum()
    loss.backward()
    opt.step()
    sched.step()
    opt.zero_grad()
loss.backward()  # expect: freed-graph

# --- peft-is-transparent
from peft import LoraConfig, get_peft_model
net = get_peft_model(nn.Linear(2, 2), LoraConfig(r=4))
out = net(torch.ones(1, 2)).exp().sum()
out.backward()
out.backward()  # expect: freed-graph

# --- deepspeed-engine
import deepspeed
net = nn.Linear(2, 2)
engine, opt, _, _ = deepspeed.initialize(model=net, model_parameters=net.parameters(), config={})
for x in [torch.ones(1, 2), torch.ones(1, 2)]:
    loss = engine(x).exp().sum()
    engine.backward(loss)
    engine.step()
engine.backward(loss)  # expect: freed-graph

# --- apex-scaled
from apex import amp
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net, opt = amp.initialize(net, opt, opt_level="O1")
loss = net(torch.ones(1, 2)).exp().sum()
with amp.scale_loss(loss, opt) as scaled:
    scaled.backward(retain_graph=True)
with amp.scale_loss(loss, opt) as scaled:
    scaled.backward()
with amp.scale_loss(loss, opt) as scaled:
    scaled.backward()  # expect: freed-graph

# --- timm-transfer
import timm
model = timm.create_model("resnet18", pretrained=True)
for p in model.parameters():
    p.requires_grad = False
model.fc = nn.Linear(model.fc.in_features, 10)
opt = torch.optim.SGD(model.fc.parameters(), lr=0.1)
for step in range(2):
    loss = model(torch.ones(1, 3, 8, 8)).sum()
    loss.backward()
    opt.step()
    opt.zero_grad()

# --- segmentation-two-losses
import segmentation_models_pytorch as smp
model = smp.Unet("resnet18", classes=1)
out = model(torch.ones(1, 3, 32, 32))
out.sigmoid().sum().backward()
out.sum().backward()  # expect: freed-graph

# --- learn2learn-maml
import learn2learn as l2l
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
maml = l2l.algorithms.MAML(net, lr=0.1)
opt = torch.optim.Adam(maml.parameters())
for task in range(2):
    learner = maml.clone()
    learner.adapt(learner(torch.ones(1, 2)).pow(2).sum())
    loss = learner(torch.ones(1, 2)).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
loss.backward()  # expect: freed-graph

# --- diffusers-denoising
from diffusers import DDPMScheduler, UNet2DModel
model = UNet2DModel()
opt = torch.optim.AdamW(model.parameters())
scheduler = DDPMScheduler()
for x in [torch.ones(1, 3, 8, 8), torch.ones(1, 3, 8, 8)]:
    noise = torch.randn_like(x)
    noisy = scheduler.add_noise(x, noise, torch.ones(1))
    loss = F.mse_loss(model(noisy, torch.ones(1)).sample, noise)
    loss.backward()
    opt.step()
    opt.zero_grad()
loss.backward()  # expect: freed-graph

# --- opacus-is-transparent
from opacus import PrivacyEngine
net = nn.Linear(2, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net, opt, loader = PrivacyEngine().make_private(module=net, optimizer=opt, data_loader=[torch.ones(1, 2)], noise_multiplier=1.0, max_grad_norm=1.0)
for x in loader:
    loss = net(x).exp().sum()
    loss.backward()
    opt.step()
loss.backward()  # expect: freed-graph

# --- gym-steps-carry-nothing
import gymnasium as gym
env = gym.make("CartPole-v1")
net = nn.Linear(4, 2)
opt = torch.optim.Adam(net.parameters())
state, info = env.reset()
for t in range(3):
    logits = net(torch.as_tensor(state, dtype=torch.float32))
    action = torch.distributions.Categorical(logits=logits).sample()
    state, reward, done, truncated, info = env.step(action.item())
    loss = (logits.log_softmax(0) * reward).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()

# --- transformers-own-output
from dataclasses import dataclass
from typing import Optional
from transformers.modeling_outputs import SequenceClassifierOutput
from transformers.utils import ModelOutput
@dataclass
class Mine(ModelOutput):
    loss: Optional[torch.Tensor] = None
    logits: Optional[torch.Tensor] = None
net = nn.Linear(2, 2)
def forward(x, kind):
    logits = net(x).tanh()
    return kind(loss=logits.sum(), logits=logits)
for kind in [Mine, SequenceClassifierOutput]:
    out = forward(torch.ones(1, 2), kind)
    assert out["loss"] is out.loss and out[0] is out.loss
    out.loss.backward()
    if kind is Mine:
        continue
    out.logits.sum().backward()  # expect: freed-graph
