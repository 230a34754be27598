from torch.distributions.distribution import Distribution

__lazy__ = {
    "torch.distributions.discrete": "Categorical OneHotCategorical OneHotCategoricalStraightThrough Bernoulli Binomial Geometric Multinomial NegativeBinomial Poisson RelaxedBernoulli RelaxedOneHotCategorical LogitRelaxedBernoulli ContinuousBernoulli",
    "torch.distributions.continuous": "Normal LogNormal HalfNormal Laplace Cauchy HalfCauchy Gumbel Uniform Exponential Gamma Chi2 Beta Dirichlet StudentT FisherSnedecor VonMises MultivariateNormal LowRankMultivariateNormal LKJCholesky Wishart LogisticNormal",
    "torch.distributions.composed": "Independent TransformedDistribution MixtureSameFamily ExponentialFamily",
    "torch.distributions.transforms": "Transform ComposeTransform AffineTransform TanhTransform SigmoidTransform ExpTransform PowerTransform SoftplusTransform SoftmaxTransform StickBreakingTransform AbsTransform IndependentTransform LowerCholeskyTransform identity_transform",
    "torch.distributions.transformed": "InverseGamma Weibull Pareto Kumaraswamy",
    "torch.distributions.kl": "kl_divergence register_kl",
}
