// Writes small ONNX models by hand: the format is a protobuf with few fields (onnx.proto).

export const FLOAT = 1;
export const INT32 = 6;
export const INT64 = 7;

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

/** A list attribute of a node. */
export function integers(name: string, values: readonly number[]): Buffer {
  return message(5, bytes(1, name), ...values.map((value) => number(8, value)), number(20, 7));
}

/** An attribute of a node. */
export function integer(name: string, value: number): Buffer {
  return message(5, bytes(1, name), number(3, value), number(20, 2));
}

export function node(
  operation: string,
  inputs: readonly string[],
  output: string,
  ...attributes: readonly Buffer[]
): Buffer {
  return message(1, ...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, operation), ...attributes);
}

export interface Port {
  readonly name: string;
  readonly type: typeof FLOAT | typeof INT32 | typeof INT64;
  /** A name stands for a size that is not fixed. */
  readonly shape: readonly (string | number)[];
}

export interface TinyGraph {
  readonly nodes: readonly Buffer[];
  readonly constants?: Readonly<
    Record<string, { readonly shape: readonly number[]; readonly values: Float32Array | BigInt64Array }>
  >;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly metadata?: Readonly<Record<string, string | number>>;
}

export function onnxModel({ nodes, constants = {}, inputs, outputs, metadata = {} }: TinyGraph): Buffer {
  return Buffer.concat([
    number(1, 8),
    message(
      7,
      ...nodes,
      bytes(2, 'tiny'),
      ...Object.entries(constants).map(([name, { shape, values }]) =>
        message(
          5,
          ...shape.map((size) => number(1, size)),
          number(2, values instanceof Float32Array ? FLOAT : INT64),
          bytes(8, name),
          bytes(9, Buffer.from(values.buffer)),
        ),
      ),
      ...inputs.map((input) => port(11, input)),
      ...outputs.map((output) => port(12, output)),
    ),
    message(8, bytes(1, ''), number(2, 13)),
    ...Object.entries(metadata).map(([key, value]) => message(14, bytes(1, key), bytes(2, String(value)))),
  ]);
}

function port(field: number, { name, type, shape }: Port): Buffer {
  const sizes = shape.map((size) => message(1, typeof size === 'number' ? number(1, size) : bytes(2, size)));
  return message(field, bytes(1, name), message(2, message(1, number(1, type), message(2, ...sizes))));
}

/** Reproducible random numbers from -1 to 1: a 32-bit linear congruential generator. */
export function randomWeights(count: number, seed = 7): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}
