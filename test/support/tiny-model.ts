// A valid speech model of 10 KB with random weights. It shows that an installed model is loaded and run, and says nothing about
// accuracy. ONNX is a protobuf with few fields, so it is written by hand here (onnx.proto).

const FEATURES = 80;
const FRAMES_PER_TOKEN = 8;
/** Tokens: half begin a word, half continue one; the last is the CTC blank. */
const SYMBOLS = [...[...'abcdefghijklm'].map((letter) => `\u2581${letter}`), ...'nopqrstuvwxyz', '<blk>'];

const FLOAT = 1;
const INT64 = 7;

function varint(value: number): Buffer {
  const bytes = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);

function bytes(field: number, value: Buffer | string): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

const message = (field: number, ...parts: Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

function integers(name: string, values: readonly number[]): Buffer {
  return message(5, bytes(1, name), ...values.map((value) => number(8, value)), number(20, 7));
}

function node(operation: string, inputs: readonly string[], output: string, ...attributes: Buffer[]): Buffer {
  return message(1, ...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operation), ...attributes);
}

function value(field: number, name: string, type: number, dimensions: readonly (string | number)[]): Buffer {
  const shape = dimensions.map((size) => message(1, typeof size === 'number' ? number(1, size) : bytes(2, size)));
  return message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, ...shape))));
}

/** Reproducible random numbers: a 32-bit linear congruential generator. */
function weights(count: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/**
 * A CTC model in NeMo's export format: mean over 8 frames, one random layer. Without the metadata sherpa-onnx would end the
 * process instead of refusing the model.
 */
export function tinyModel({ described = true } = {}): Buffer {
  const classes = SYMBOLS.length;
  const matrix = Buffer.from(weights(FEATURES * classes).buffer);
  const metadata: Record<string, string> = {
    vocab_size: String(classes - 1),
    normalize_type: 'per_feature',
    subsampling_factor: String(FRAMES_PER_TOKEN),
    model_type: 'EncDecCTCModelBPE',
  };
  return Buffer.concat([
    number(1, 8),
    message(
      7,
      node('AveragePool', ['audio_signal'], 'pooled', integers('kernel_shape', [8]), integers('strides', [8])),
      node('Transpose', ['pooled'], 'frames', integers('perm', [0, 2, 1])),
      node('MatMul', ['frames', 'weights'], 'scores'),
      node('LogSoftmax', ['scores'], 'logprobs'),
      bytes(2, 'tiny'),
      message(5, number(1, FEATURES), number(1, classes), number(2, FLOAT), bytes(8, 'weights'), bytes(9, matrix)),
      value(11, 'audio_signal', FLOAT, ['batch', FEATURES, 'time']),
      value(11, 'length', INT64, ['batch']),
      value(12, 'logprobs', FLOAT, ['batch', 'tokens', classes]),
    ),
    message(8, bytes(1, ''), number(2, 13)),
    ...Object.entries(described ? metadata : {}).map(([key, text]) => message(14, bytes(1, key), bytes(2, text))),
  ]);
}

export const tinyTokens = (): string => SYMBOLS.map((symbol, index) => `${symbol} ${index}\n`).join('');
