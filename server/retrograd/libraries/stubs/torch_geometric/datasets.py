from torch_geometric.data import Dataset

Planetoid = TUDataset = Reddit = PPI = QM9 = ZINC = MoleculeNet = KarateClub = Amazon = Coauthor = Flickr = Yelp = Entities = ModelNet = ShapeNet = GNNBenchmarkDataset = Dataset
