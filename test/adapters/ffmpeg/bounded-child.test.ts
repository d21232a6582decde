import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentFlac } from '../../support/audio/audio-fixtures.js';
import { expectAllGone, failureOf, HOUR_MS, useDecoder } from '../../support/audio/decoder-fixture.js';
import { timedPcmHeader } from '../../support/audio/timed-pcm.js';

const { storeFile, program, decode, scriptedDecoder } = useDecoder();

describe('faults 64 and 67: limits', () => {
  it('the program runs within its limits and without the service’s environment', async () => {
    process.env.SECRET_OF_THE_SERVICE = 'sk-not-for-ffmpeg';
    try {
      const limits = '{ ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c; nice; env; } >&2; exit 1';
      const error = await failureOf(
        decode(await storeFile('x'), { by: await scriptedDecoder(limits), maxDurationMs: 1_000_000 }),
      );
      const [memory, cpu, file, files, core, niceness, ...environment] = String(error.cause).trim().split('\n');
      expect([cpu, file, files, core, niceness]).toEqual(['70', '0', '32', '0', '10']);
      if (process.platform === 'linux') expect(memory).toBe(String(2 * 1024 * 1024));
      expect(environment.map((line) => line.split('=')[0])).toContain('PATH');
      expect(environment.join()).not.toContain('sk-not-for-ffmpeg');
    } finally {
      delete process.env.SECRET_OF_THE_SERVICE;
    }
  });

  it.runIf(process.platform === 'linux')('memory, file size and CPU time are really limited', async () => {
    const path = await storeFile('x');
    // Beside a busy machine, a program of low priority gets a second of CPU time late.
    const outcome = async (body: string) => failureOf(decode(path, { by: await scriptedDecoder(body, HOUR_MS) }));
    expect(String((await outcome('dd if=/dev/zero of=/dev/null bs=3G count=1; exit 1')).cause)).toMatch(/exhaust/);
    expect(await outcome('exec dd if=/dev/zero of=written bs=1 count=1')).toMatchObject({ retryable: false });
    expect(await readFile(join(dirname(path), 'written'), 'utf8')).toBe('');
    const tooMuch = { retryable: false, message: 'The recording could not be decoded' };
    expect(await outcome('ulimit -S -t 1; while :; do :; done')).toMatchObject(tooMuch);
    // ffmpeg itself catches the signal of the CPU limit and exits in order.
    const slow = await scriptedDecoder(`ulimit -S -t 1; exec '${program()}' "$@"`, HOUR_MS);
    const long = await storeFile(silentFlac(24 * HOUR_MS));
    expect(await failureOf(decode(long, { by: slow, maxDurationMs: 24 * HOUR_MS }))).toMatchObject(tooMuch);
  });

  it('kills a program that writes nothing for too long; the failure is retryable [fault 67]', async () => {
    const hanging = await scriptedDecoder(': > pid-$$; sleep 600', 2000);
    const path = await storeFile('x');
    const error = await failureOf(decode(path, { by: hanging }));
    expect(error).toMatchObject({ retryable: true, message: 'Decoding the recording took too long' });
    await expectAllGone(dirname(path));
  });

  it('kills a program that writes too slowly; the failure is retryable', async () => {
    const path = await storeFile(timedPcmHeader(1));
    const header = `cat ./${basename(path)}`;
    const slow = await scriptedDecoder(`: > pid-$$; ${header}; while :; do printf 0000; sleep 0.2; done`, 2000);
    const error = await failureOf(decode(path, { by: slow, maxDurationMs: 1000 }));
    expect(error).toMatchObject({ retryable: true, message: 'Decoding the recording took too long' });
    await expectAllGone(dirname(path));
  });
});
