import { expect, it } from 'vitest';
import { MUTE_TONE_PEAK } from '../../../../src/adapters/ffmpeg/masking/mute-pcm.js';
import { LoudnessMeter } from '../../../../src/speech/listening/loudness-envelope.js';
import { maskEnvelope } from '../../../../src/speech/redaction/sound/mask-envelope.js';

const envelope = { msPerPeak: 100, peaks: Buffer.from([10, 20, 30, 40, 50]).toString('base64') };
const masked = (startMs: number, endMs: number, audio: 'tone' | 'silence' = 'silence') => [
  ...Buffer.from(maskEnvelope(envelope, [{ startMs, endMs }], audio).peaks, 'base64'),
];

it('masks each peak of which a part is muted', () => {
  expect(masked(100, 300)).toEqual([10, 0, 0, 40, 50]);
  expect(masked(199, 301)).toEqual([10, 0, 0, 0, 50]);
  expect(masked(450, 9_000)).toEqual([10, 20, 30, 40, 0]);
  expect(maskEnvelope(envelope, [], 'silence')).toEqual(envelope);
});

it('shows a tone as loud as the masked recording has it', () => {
  const meter = new LoudnessMeter();
  meter.push(MUTE_TONE_PEAK);
  expect(masked(0, 100, 'tone').slice(0, 1)).toEqual([...Buffer.from(meter.finish().peaks, 'base64')]);
});
