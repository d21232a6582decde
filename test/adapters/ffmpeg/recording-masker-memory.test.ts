// The memory that the masking of a long recording takes. [whole]
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FfmpegRecordingMasker } from '../../../src/adapters/ffmpeg/masking/ffmpeg.recording-masker.js';
import { silentFlac } from '../../support/audio/audio-fixtures.js';
import { useDecoder } from '../../support/audio/decoder-fixture.js';

const { storeFile, program } = useDecoder();

it('memory does not grow with the length', async () => {
  const hours = 3;
  const path = await storeFile(silentFlac(hours * 3_600_000));
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  const outputPath = join(dirname(path), 'masked');
  const spans = Array.from({ length: 5000 }, (_each, at) => ({ startMs: 2000 * at, endMs: 2000 * at + 700 }));
  const { signal } = new AbortController();
  const request = {
    path,
    format: 'flac',
    durationMs: hours * 3_600_000,
    spans,
    audio: 'tone',
    outputPath,
    signal,
  } as const;
  await new FfmpegRecordingMasker({ program: program() }).mask(request).finally(() => clearInterval(watch));
  // 350 MB of samples pass through twice; the limit leaves room for garbage that is not collected yet.
  expect(peak - before).toBeLessThan(100 * 2 ** 20);
});
