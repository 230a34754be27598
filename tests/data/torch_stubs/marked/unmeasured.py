"""Libraries that are not installed here: what the engine says is marked, and judged by nobody."""

# --- torchvision-model
import torchvision
m = torchvision.models.resnet18(weights=None)
m.fc = nn.Linear(512, 10)
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for x, y in torch.utils.data.DataLoader(torchvision.datasets.CIFAR10("data", transform=torchvision.transforms.ToTensor()), batch_size=4):
    l = F.cross_entropy(m(x), y)
    opt.zero_grad()
    l.backward()
    opt.step()

# --- torchvision-features-shared
from torchvision import models
vgg = models.vgg16(pretrained=True)
h = vgg.features(torch.randn(1, 3, 224, 224))
h.mean().backward()
h.sum().backward()  # expect: freed-graph

# --- torchvision-transforms-carry-nothing
from torchvision import transforms
t = transforms.Compose([transforms.Resize(8), transforms.ToTensor(), transforms.Normalize((0.5,), (0.5,))])
w = torch.ones(1, requires_grad=True)
for _ in range(2):
    (w * t(None)).sum().backward()

# --- detection
import torchvision
m = torchvision.models.detection.fasterrcnn_resnet50_fpn()
losses = m([torch.randn(3, 8, 8)], [{}])
losses["loss_classifier"].backward()
losses["loss_box_reg"].backward()  # expect: freed-graph

# --- leaky-carried
import snntorch as snn
fc, lif = nn.Linear(3, 3), snn.Leaky(beta=0.9)
mem = lif.init_leaky()
for _ in range(3):
    spk, mem = lif(fc(torch.randn(4, 3)), mem)
    spk.sum().backward()  # expect: freed-graph

# --- leaky-reset
import snntorch as snn
fc, lif = nn.Linear(3, 3), snn.Leaky(beta=0.9)
for _ in range(3):
    mem = lif.init_leaky()
    spk, mem = lif(fc(torch.randn(4, 3)), mem)
    spk.sum().backward()

# --- leaky-hidden-carried
import snntorch as snn
net = nn.Sequential(nn.Linear(3, 3), snn.Leaky(beta=0.9, init_hidden=True))
for _ in range(3):
    net(torch.randn(4, 3)).sum().backward()  # expect: freed-graph

# --- leaky-hidden-reset
import snntorch as snn
from snntorch import utils
net = nn.Sequential(nn.Linear(3, 3), snn.Leaky(beta=0.9, init_hidden=True))
for _ in range(3):
    utils.reset(net)
    net(torch.randn(4, 3)).sum().backward()

# --- graph-convolution
from torch_geometric.nn import GCNConv, global_mean_pool
from torch_geometric.loader import DataLoader
conv, head = GCNConv(3, 8), nn.Linear(8, 2)
opt = torch.optim.Adam(list(conv.parameters()) + list(head.parameters()))
for data in DataLoader([], batch_size=4):
    out = head(global_mean_pool(conv(data.x, data.edge_index).relu(), data.batch))
    l = F.cross_entropy(out, data.y)
    opt.zero_grad()
    l.backward()
    opt.step()

# --- graph-embedding-made-once
from torch_geometric.nn import GCNConv
from torch_geometric.datasets import Planetoid
data = Planetoid("data", "Cora")[0]
conv, head = GCNConv(3, 8), nn.Linear(8, 2)
h = conv(data.x, data.edge_index).relu()
for _ in range(2):
    F.cross_entropy(head(h), data.y).backward()  # expect: freed-graph
