from torch.nn.utils import parameters_to_vector, vector_to_parameters
