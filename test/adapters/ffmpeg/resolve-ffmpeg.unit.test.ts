import installed from '@ffmpeg-installer/ffmpeg';
import { describe, expect, it } from 'vitest';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { resolveFfmpeg } from '../../../src/adapters/ffmpeg/resolve-ffmpeg.js';

describe('finding the program', () => {
  it('reports the version of ffmpeg and where it was found', async () => {
    const found = await resolveFfmpeg(null);
    expect(['PATH', '@ffmpeg-installer/ffmpeg']).toContain(found.origin);
    expect(await new FfmpegAudioDecoder({ program: found.program }).describe()).toBe(`ffmpeg ${found.version}`);
    expect(await resolveFfmpeg(found.program)).toMatchObject({ origin: 'FFMPEG_PATH', version: found.version });
  });

  it('takes the one on PATH before the one of npm', async ({ skip }) => {
    const { program, origin } = await resolveFfmpeg(null);
    if (origin !== 'PATH') skip('no ffmpeg is on PATH: the audio suite runs with the decoder of npm alone');
    expect(program).not.toBe(installed.path);
  });

  it('does not replace an explicit path that does not work', async () => {
    await expect(resolveFfmpeg('/bin/cat')).rejects.toThrow(
      /FFMPEG_PATH .*apt-get install ffmpeg.*brew install ffmpeg/,
    );
  });
});
