// Valid speech models of 10 KB with random weights. They show that an installed model is loaded and run, and say nothing about
// accuracy.
import { FLOAT, INT32, INT64, integer, integers, node, onnxModel, randomWeights } from './tiny-onnx.js';

const FEATURES = 80;
const FRAMES_PER_TOKEN = 8;
/** Tokens: half begin a word, half continue one; the last is the blank. */
const SYMBOLS = [...[...'abcdefghijklm'].map((letter) => `\u2581${letter}`), ...'nopqrstuvwxyz', '<blk>'];
/** A token and duration transducer says how many frames each token takes, from 0. */
const DURATIONS = 5;

const METADATA = {
  vocab_size: SYMBOLS.length - 1,
  normalize_type: 'per_feature',
  subsampling_factor: FRAMES_PER_TOKEN,
  feat_dim: FEATURES,
};

const POOLED = node(
  'AveragePool',
  ['audio_signal'],
  'pooled',
  integers('kernel_shape', [FRAMES_PER_TOKEN]),
  integers('strides', [FRAMES_PER_TOKEN]),
);
const HEARD = [
  { name: 'audio_signal', type: FLOAT, shape: ['batch', FEATURES, 'time'] },
  { name: 'length', type: INT64, shape: ['batch'] },
] as const;

/**
 * A CTC model in NeMo's export format: mean over 8 frames, one random layer. Without the metadata sherpa-onnx would end the
 * process instead of refusing the model.
 */
export function tinyModel({ described = true } = {}): Buffer {
  const classes = SYMBOLS.length;
  return onnxModel({
    nodes: [
      POOLED,
      node('Transpose', ['pooled'], 'frames', integers('perm', [0, 2, 1])),
      node('MatMul', ['frames', 'weights'], 'scores'),
      node('LogSoftmax', ['scores'], 'logprobs'),
    ],
    constants: { weights: { shape: [FEATURES, classes], values: randomWeights(FEATURES * classes) } },
    inputs: HEARD,
    outputs: [{ name: 'logprobs', type: FLOAT, shape: ['batch', 'tokens', classes] }],
    metadata: described ? { ...METADATA, model_type: 'EncDecCTCModelBPE' } : {},
  });
}

/**
 * A token and duration transducer in NeMo's export format, by file: the encoder takes the mean over 8 frames, the joiner is one
 * random layer, and the decoder, which knows the earlier tokens, is not asked.
 */
export function tinyTransducer(): Record<'encoder.int8.onnx' | 'decoder.int8.onnx' | 'joiner.int8.onnx', Buffer> {
  const state = (name: string) => ({ name, type: FLOAT, shape: [1, 'batch', 1] }) as const;
  return {
    'encoder.int8.onnx': onnxModel({
      nodes: [
        POOLED,
        node('Shape', ['pooled'], 'shape'),
        node('Gather', ['shape', 'last'], 'encoded_lengths', integer('axis', 0)),
        node('Identity', ['pooled'], 'outputs'),
      ],
      constants: { last: { shape: [1], values: BigInt64Array.of(2n) } },
      inputs: HEARD,
      outputs: [
        { name: 'outputs', type: FLOAT, shape: ['batch', FEATURES, 'tokens'] },
        { name: 'encoded_lengths', type: INT64, shape: ['batch'] },
      ],
      metadata: { ...METADATA, pred_rnn_layers: 1, pred_hidden: 1, model_type: 'EncDecRNNTBPEModel', url: 'tiny_tdt' },
    }),
    'decoder.int8.onnx': onnxModel({
      nodes: [
        node('Cast', ['targets'], 'token', integer('to', FLOAT)),
        node('Unsqueeze', ['token', 'last'], 'outputs'),
        node('Identity', ['target_length'], 'prednet_lengths'),
        node('Identity', ['states.1'], 'states'),
        node('Identity', ['states.2'], 'cells'),
      ],
      constants: { last: { shape: [1], values: BigInt64Array.of(2n) } },
      inputs: [
        { name: 'targets', type: INT32, shape: ['batch', 'tokens'] },
        { name: 'target_length', type: INT32, shape: ['batch'] },
        state('states.1'),
        state('states.2'),
      ],
      outputs: [
        { name: 'outputs', type: FLOAT, shape: ['batch', 'tokens', 1] },
        { name: 'prednet_lengths', type: INT32, shape: ['batch'] },
        state('states'),
        state('cells'),
      ],
    }),
    'joiner.int8.onnx': tinyJoiner(),
  };
}

/** @param overflowing this symbol's scores are so large that their probabilities are no numbers */
export function tinyJoiner({ overflowing = null }: { overflowing?: string | null } = {}): Buffer {
  const scores = SYMBOLS.length + DURATIONS;
  const values = randomWeights(FEATURES * scores);
  const symbol = overflowing === null ? -1 : SYMBOLS.indexOf(overflowing);
  for (let at = symbol; at >= 0 && at < values.length; at += scores) values[at]! *= 1e38;
  return onnxModel({
    nodes: [
      node('Transpose', ['encoder_outputs'], 'frames', integers('perm', [0, 2, 1])),
      node('MatMul', ['frames', 'weights'], 'outputs'),
    ],
    constants: { weights: { shape: [FEATURES, scores], values } },
    inputs: [
      { name: 'encoder_outputs', type: FLOAT, shape: ['batch', FEATURES, 1] },
      { name: 'decoder_outputs', type: FLOAT, shape: ['batch', 1, 1] },
    ],
    outputs: [{ name: 'outputs', type: FLOAT, shape: ['batch', 1, scores] }],
  });
}

export const tinyTokens = (): string => SYMBOLS.map((symbol, index) => `${symbol} ${index}\n`).join('');
