// The two models of a diarization, without any knowledge of voices: they tell two "voices" of a test recording apart that no
// person would take for voices. They show that the models are loaded and run and that their answer is understood.

import type { Samples } from '../audio/audio-fixtures.js';
import { FLOAT, INT64, integer, integers, node, onnxModel } from './tiny-onnx.js';

const SAMPLE_RATE = 16_000;
const FEATURES = 80;
/** Samples between two frames of pyannote's model; ten seconds are looked at together. */
const FRAME_SAMPLES = 270;
const WINDOW_SAMPLES = 10 * SAMPLE_RATE;
/** Silence, each of three speakers, each pair of them. */
const CLASSES = 7;

/** A constant part of the signal marks who speaks: above zero one, below zero the other, near zero nobody. */
const OFFSET = 0.2;

/** In the export format of pyannote segmentation 3.0: the mean of each frame says who speaks. */
export function tinySegmentation(): Buffer {
  const weights = new Float32Array(CLASSES);
  weights[1] = 10;
  weights[2] = -10;
  const bias = new Float32Array(CLASSES).fill(-100);
  bias[0] = 10 * OFFSET * 0.5;
  bias[1] = 0;
  bias[2] = 0;
  return onnxModel({
    nodes: [
      node(
        'AveragePool',
        ['x'],
        'pooled',
        integers('kernel_shape', [FRAME_SAMPLES]),
        integers('strides', [FRAME_SAMPLES]),
      ),
      node('Transpose', ['pooled'], 'frames', integers('perm', [0, 2, 1])),
      node('MatMul', ['frames', 'weights'], 'scores'),
      node('Add', ['scores', 'bias'], 'y'),
    ],
    constants: { weights: { shape: [1, CLASSES], values: weights }, bias: { shape: [CLASSES], values: bias } },
    inputs: [{ name: 'x', type: FLOAT, shape: ['batch', 1, 'samples'] }],
    outputs: [{ name: 'y', type: FLOAT, shape: ['batch', 'frames', CLASSES] }],
    metadata: {
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: CLASSES,
      sample_rate: SAMPLE_RATE,
      window_size: WINDOW_SAMPLES,
      receptive_field_size: 991,
      receptive_field_shift: FRAME_SAMPLES,
      model_type: 'pyannote-segmentation-3.0',
    },
  });
}

/** In the export format of NeMo's TitaNet: the mean spectrum is the voice. */
export function tinyEmbedding(): Buffer {
  return onnxModel({
    nodes: [
      node('ReduceMean', ['audio_signal'], 'mean', integers('axes', [2]), integer('keepdims', 0)),
      node('Identity', ['mean'], 'logits'),
      node('MatMul', ['mean', 'centre'], 'embs'),
    ],
    constants: { centre: { shape: [FEATURES, FEATURES], values: centring() } },
    inputs: [
      { name: 'audio_signal', type: FLOAT, shape: ['batch', FEATURES, 'time'] },
      { name: 'length', type: INT64, shape: ['batch'] },
    ],
    outputs: [
      { name: 'logits', type: FLOAT, shape: ['batch', FEATURES] },
      { name: 'embs', type: FLOAT, shape: ['batch', FEATURES] },
    ],
    metadata: {
      output_dim: FEATURES,
      feat_dim: FEATURES,
      sample_rate: SAMPLE_RATE,
      window_size_ms: 25,
      window_stride_ms: 25,
      feature_normalize_type: '',
      language: 'en',
      framework: 'nemo',
    },
  });
}

/** Takes the mean of a vector from each of its values, so that loudness does not count. */
function centring(): Float32Array {
  return Float32Array.from(
    { length: FEATURES * FEATURES },
    (_, at) => (at % (FEATURES + 1) === 0 ? 1 : 0) - 1 / FEATURES,
  );
}

/** Speech of two such voices: each has its own tone, and the constant part that {@link tinySegmentation} looks for. */
export function tinyVoices(turns: readonly { startMs: number; endMs: number; voice: 0 | 1 }[], endMs: number): Samples {
  const samples = new Int16Array((endMs * SAMPLE_RATE) / 1000);
  for (const { startMs, endMs: until, voice } of turns) {
    for (let at = startMs * 16; at < until * 16; at++) {
      const tone = Math.sin((2 * Math.PI * at * (voice === 0 ? 300 : 2_500)) / SAMPLE_RATE);
      samples[at] = 32_767 * (0.3 * tone + (voice === 0 ? OFFSET : -OFFSET));
    }
  }
  return samples;
}
