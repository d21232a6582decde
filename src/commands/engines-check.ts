// `call-analysis engines:check [NAME]`: asks each engine a sample question or sends it three seconds of a sample call, and prints
// what it can do, what it costs and what is wrong. It opens no database and stores nothing.
import { randomBytes } from 'node:crypto';
import { faultSentence } from '../adapters/engines/engine-fault.js';
import { loadConfig, readEnvironment } from '../platform/config/config.js';
import { type Given, UsageError } from './command.js';
import { checkModel } from './engines/check-model.js';
import { checkSpeech } from './engines/check-speech.js';
import { checkTable } from './engines/check-table.js';
import type { CheckedEngine } from './engines/checked-engine.js';
import { openSampleCall } from './engines/sample-call.js';

export async function checkEngines({ positionals: [name] }: Given): Promise<number> {
  const environment = readEnvironment();
  // Without a secret the configuration would write one into DATA_DIR.
  const config = loadConfig({
    ...environment,
    JWT_SECRET: environment.JWT_SECRET || randomBytes(48).toString('base64url'),
  });
  const { all } = config.engines;
  const specs = [...all.values()].filter((spec) => name === undefined || spec.name === name);
  if (specs.length === 0) throw new UsageError(`There is no engine ${name}: they are ${[...all.keys()].join(', ')}.`);
  const hears = specs.some(({ task }) => task === 'transcription');
  const sample = hears ? await openSampleCall(config.ffmpegPath) : null;
  const checks = specs.map((spec) =>
    (sample !== null && spec.task === 'transcription'
      ? checkSpeech(config, spec, sample)
      : checkModel(config, spec)
    ).catch((error: unknown): CheckedEngine => {
      return { spec, cells: {}, answers: false, remarks: [faultSentence(error, spec)] };
    }),
  );
  const checked = await Promise.all(checks).finally(() => sample?.close());
  process.stdout.write(`${checkTable(checked)}\n`);
  return checked.every(({ answers }) => answers) ? 0 : 1;
}
