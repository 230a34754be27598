from _network import Network
from _retrograd import integers, node, unknown, unknown_int
from _symbols import batch as _batch, loader as _loader, network as _network
import torch
from torch import nn
from torch.optim import AdamW, Adafactor
from transformers.modeling_outputs import ModelOutput


class _Output(ModelOutput):
    def __init__(self, hidden, logits, loss):
        self.loss = loss
        self.logits = logits
        self.last_hidden_state = hidden

    def __getattr__(self, name):
        return self.last_hidden_state


class PreTrainedModel(nn.Module):
    config_class = None
    device = dtype = generation_config = unknown()

    def __init__(self, config=None, *args, **kwargs):
        self.config = config

    @classmethod
    def from_pretrained(cls, *args, **kwargs):
        config = kwargs.get("config", unknown())
        return cls(config)

    @classmethod
    def from_config(cls, config=None, *args, **kwargs):
        return cls(config)

    _from_config = from_config

    def post_init(self, *args, **kwargs):
        pass

    init_weights = gradient_checkpointing_enable = gradient_checkpointing_disable = enable_input_require_grads = save_pretrained = push_to_hub = tie_weights = post_init
    resize_token_embeddings = print_trainable_parameters = set_input_embeddings = prune_heads = post_init

    def num_parameters(self, *args, **kwargs):
        return unknown_int()


class _Base(PreTrainedModel, Network):
    def __init__(self, config=None, *args, **kwargs):
        Network.__init__(self)
        self.config = config

    def _run(self, args, kwargs):
        inputs = [args, [v for k, v in kwargs.items() if k != "labels"]]
        return self.trunk(inputs)

    def forward(self, *args, **kwargs):
        return _Output(self._run(args, kwargs), None, None)

    def generate(self, *args, **kwargs):
        return integers()

    def get_input_embeddings(self):
        return self.trunk

    get_base_model = base_model = get_input_embeddings


class _Headed(_Base):
    def forward(self, *args, **kwargs):
        hidden = self._run(args, kwargs)
        logits = self.head(hidden)
        # a batch that is not known may hold the labels
        loss = node("loss", [logits], [logits], True) if not kwargs or kwargs.get("labels") is not None else None
        return _Output(hidden, logits, loss)


class AutoModel(_Base):
    pass


class AutoModelForCausalLM(_Headed):
    pass


BertModel = DistilBertModel = RobertaModel = AlbertModel = ElectraModel = DebertaModel = DebertaV2Model = XLMRobertaModel = XLNetModel = GPT2Model = GPTNeoModel = AutoModel
T5Model = BartModel = T5EncoderModel = LlamaModel = MistralModel = ViTModel = SwinModel = CLIPModel = CLIPVisionModel = CLIPTextModel = Wav2Vec2Model = HubertModel = AutoModel
WavLMModel = WhisperModel = LongformerModel = MBartModel = BlipModel = ConvNextModel = DeiTModel = BeitModel = EsmModel = AutoBackbone = AutoModel
AutoModelForMaskedLM = AutoModelForSequenceClassification = AutoModelForTokenClassification = AutoModelForQuestionAnswering = AutoModelForSeq2SeqLM = AutoModelForCausalLM
AutoModelForMultipleChoice = AutoModelForImageClassification = AutoModelForSemanticSegmentation = AutoModelForObjectDetection = AutoModelForVision2Seq = AutoModelForCausalLM
AutoModelForSpeechSeq2Seq = AutoModelForAudioClassification = AutoModelForCTC = AutoModelForPreTraining = AutoModelWithLMHead = AutoModelForCausalLM
BertForMaskedLM = BertForPreTraining = BertForSequenceClassification = BertForTokenClassification = BertForQuestionAnswering = BertForMultipleChoice = BertLMHeadModel = AutoModelForCausalLM
DistilBertForSequenceClassification = DistilBertForMaskedLM = DistilBertForQuestionAnswering = DistilBertForTokenClassification = AutoModelForCausalLM
RobertaForMaskedLM = RobertaForSequenceClassification = RobertaForTokenClassification = RobertaForQuestionAnswering = RobertaForCausalLM = AutoModelForCausalLM
AlbertForSequenceClassification = ElectraForSequenceClassification = ElectraForPreTraining = DebertaV2ForSequenceClassification = XLNetForSequenceClassification = AutoModelForCausalLM
XLMRobertaForSequenceClassification = GPT2LMHeadModel = GPT2ForSequenceClassification = GPT2DoubleHeadsModel = GPTNeoForCausalLM = GPTJForCausalLM = OPTForCausalLM = AutoModelForCausalLM
LlamaForCausalLM = MistralForCausalLM = Qwen2ForCausalLM = GemmaForCausalLM = PhiForCausalLM = BloomForCausalLM = T5ForConditionalGeneration = AutoModelForCausalLM
BartForConditionalGeneration = MBartForConditionalGeneration = PegasusForConditionalGeneration = MT5ForConditionalGeneration = MarianMTModel = EncoderDecoderModel = AutoModelForCausalLM
ViTForImageClassification = SwinForImageClassification = SegformerForSemanticSegmentation = DetrForObjectDetection = BlipForConditionalGeneration = AutoModelForCausalLM
VisionEncoderDecoderModel = WhisperForConditionalGeneration = Wav2Vec2ForCTC = Wav2Vec2ForSequenceClassification = ViTMAEForPreTraining = AutoModelForCausalLM
BertPreTrainedModel = RobertaPreTrainedModel = DistilBertPreTrainedModel = GPT2PreTrainedModel = T5PreTrainedModel = LlamaPreTrainedModel = ViTPreTrainedModel = PreTrainedModel


class PretrainedConfig:
    def __init__(self, **kwargs):
        for name, value in kwargs.items():
            setattr(self, name, value)

    @classmethod
    def from_pretrained(cls, *args, **kwargs):
        return unknown()


def set_seed(*args, **kwargs):
    return unknown()


get_scheduler = get_linear_schedule_with_warmup = get_cosine_schedule_with_warmup = get_constant_schedule_with_warmup = get_constant_schedule = get_polynomial_decay_schedule_with_warmup = set_seed
get_cosine_with_hard_restarts_schedule_with_warmup = pipeline = TrainingArguments = Seq2SeqTrainingArguments = BitsAndBytesConfig = HfArgumentParser = GenerationConfig = set_seed
DataCollatorWithPadding = DataCollatorForLanguageModeling = DataCollatorForSeq2Seq = DataCollatorForTokenClassification = default_data_collator = EarlyStoppingCallback = set_seed
BertConfig = RobertaConfig = GPT2Config = T5Config = LlamaConfig = ViTConfig = set_seed
AutoTokenizer = AutoConfig = AutoProcessor = AutoImageProcessor = AutoFeatureExtractor = PreTrainedTokenizer = PreTrainedTokenizerBase = PreTrainedTokenizerFast = logging = unknown()
BertTokenizer = BertTokenizerFast = RobertaTokenizer = RobertaTokenizerFast = DistilBertTokenizer = DistilBertTokenizerFast = GPT2Tokenizer = GPT2TokenizerFast = T5Tokenizer = unknown()
T5TokenizerFast = LlamaTokenizer = BartTokenizer = XLNetTokenizer = AlbertTokenizer = CLIPTokenizer = CLIPProcessor = ViTImageProcessor = ViTFeatureExtractor = WhisperProcessor = unknown()
Wav2Vec2Processor = Wav2Vec2FeatureExtractor = unknown()


class TrainerCallback:
    pass


class Trainer:
    def __init__(self, model=None, args=None, data_collator=None, train_dataset=None, eval_dataset=None, *rest, optimizers=(None, None), **kwargs):
        self.model = model if model is not None else _network()
        self.model_wrapped = self.model
        self.args = args if args is not None else unknown()
        self.train_dataset = train_dataset
        self.eval_dataset = eval_dataset
        self.data_collator = data_collator
        self.state = self.control = self.tokenizer = self.processing_class = self.label_smoother = unknown()
        self.optimizer, self.lr_scheduler = optimizers

    def __drive__(self, data=None):
        self.train()

    def create_optimizer(self):
        if self.optimizer is None:
            self.optimizer = AdamW(self.model.parameters())
        return self.optimizer

    def create_scheduler(self, *args, **kwargs):
        return unknown()

    def create_optimizer_and_scheduler(self, num_training_steps=0):
        self.create_optimizer()

    def get_train_dataloader(self):
        return _loader()

    get_eval_dataloader = get_test_dataloader = get_train_dataloader

    def _prepare_inputs(self, inputs):
        return inputs

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        outputs = model(**inputs)
        loss = outputs["loss"]
        return (loss, outputs) if return_outputs else loss

    def compute_loss_context_manager(self):
        from contextlib import nullcontext

        return nullcontext()

    autocast_smart_context_manager = compute_loss_context_manager

    def training_step(self, model, inputs, num_items_in_batch=None):
        model.train()
        loss = self.compute_loss(model, inputs)
        loss.backward()
        return loss.detach()

    def train(self, *args, **kwargs):
        self.create_optimizer_and_scheduler()
        for _ in range(3):
            self.training_step(self.model, _batch())
            self.optimizer.step()
            self.model.zero_grad()
        return unknown()

    def prediction_step(self, model, inputs, prediction_loss_only=False, ignore_keys=None):
        with torch.no_grad():
            loss, outputs = self.compute_loss(model, inputs, return_outputs=True)
        return loss, unknown(), unknown()

    def evaluate(self, *args, **kwargs):
        self.prediction_step(self.model, _batch(), True)
        return unknown()

    predict = evaluation_loop = evaluate

    def log(self, *args, **kwargs):
        pass

    save_model = save_state = add_callback = remove_callback = log_metrics = save_metrics = push_to_hub = log


Seq2SeqTrainer = Trainer
