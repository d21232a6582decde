import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { StatisticalVoiceSeparation } from '../../../src/speech/voices/statistical.voice-separation.js';
import { describeVoiceSeparation, type Separation } from '../../ports/voice-separation.contract.js';
import { monoCall, savePcm, speechIn } from '../../support/audio/mono-calls.js';

let scratchDir: string;
beforeAll(async () => {
  scratchDir = await mkdtemp(join(tmpdir(), 'statistical-voices-'));
});
afterAll(() => rm(scratchDir, { recursive: true, force: true }));

async function call(only?: 'agent'): Promise<Separation> {
  const { samples } = await monoCall('bad-call', { scratchDir, ...(only && { only }) });
  const track = { pcmPath: await savePcm(samples, scratchDir), speech: speechIn(samples) };
  return { voices: new StatisticalVoiceSeparation(), track };
}

describeVoiceSeparation('statistics of the recording', {
  two: () => call(),
  one: () => call('agent'),
  stuck: { noCase: 'diarize-in-thread.test.ts ends its thread in the middle' },
  failures: { noCase: 'it asks no provider; diarize-in-thread.test.ts has a thread fail' },
  odd: { noCase: 'it asks no model' },
  secrets: [],
});
