from _retrograd import plain, unknown, unknown_int
from torch.utils.data import Dataset


class VisionDataset(Dataset):
    def __init__(self, root=None, *args, **kwargs):
        self.root = root
        self.transform = kwargs.get("transform")
        self.data = plain()
        self.targets = unknown()
        self.classes = unknown()

    def __getitem__(self, index):
        return plain(), unknown_int("label", 0)

    def __len__(self):
        return unknown_int("len", 0)


class ImageFolder(VisionDataset):
    pass


MNIST = FashionMNIST = KMNIST = EMNIST = QMNIST = CIFAR10 = CIFAR100 = SVHN = STL10 = CelebA = ImageNet = FakeData = DatasetFolder = Omniglot = USPS = LSUN = VisionDataset
Flowers102 = Food101 = OxfordIIITPet = StanfordCars = Caltech101 = Caltech256 = VOCSegmentation = VOCDetection = CocoDetection = CocoCaptions = Cityscapes = VisionDataset
