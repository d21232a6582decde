// Opens the parts that a run measures, in the order in which they run: those that take seconds first.
import { resolve } from 'node:path';
import { RulesCallAnalyst } from '../../../dist/src/adapters/rules/rules.call-analyst.js';
import { openSpeaker } from '../audio.mjs';
import { openConfiguredAnalyst } from '../configured-analyst.mjs';
import { folderPlans, speechlessPlans, syntheticPlans } from '../recordings.mjs';
import { startService } from '../service.mjs';
import { planDialogues } from './dialogues.mjs';
import { planHearing } from './hearing.mjs';
import { planLanguages } from './languages.mjs';
import { planRecordings } from './recordings.mjs';
import { planRoles } from './roles.mjs';

export const PARTS = ['dialogues', 'languages', 'roles', 'hearing', 'recordings'];
const CONCURRENT_REQUESTS = 4;

/**
 * @returns `[{ id, engine, units, run(tick, progress) }]`; `run` resolves to `{ measures, tables, details }`
 */
export async function openParts({ ids, analyst: analystName, running, ...options }) {
  const analyst = await openAnalyst(analystName, options, running);
  const speaker = ids.some((id) => id === 'hearing' || (id === 'recordings' && options.folder === undefined))
    ? await openSpeaker(options.cacheDir, options.workDir, log)
    : null;
  const start = (name, settings) => async (note) => {
    const dataDir = resolve(options.workDir, name);
    const service = await startService(dataDir, options.cacheDir, settings, note);
    running.add(service);
    return { ...service, stop: () => service.stop().finally(() => running.delete(service)) };
  };
  const open = {
    dialogues: () => ({ engine: analyst.name, ...planDialogues(analyst) }),
    languages: () => ({ engine: analyst.name, ...planLanguages(analyst) }),
    roles: () => ({ engine: analyst.name, ...planRoles(analyst) }),
    hearing: () => ({ engine: 'stub', ...planHearing({ speak: speaker, workDir: options.workDir, start }) }),
    recordings: async () => {
      const settings = recordingEngines();
      const plans = await recordingPlans(options, speaker);
      const service = start('recordings', settings);
      return {
        engine: `${settings.TRANSCRIPTION_ENGINE} ${settings.ANALYSIS_ENGINE}`,
        ...planRecordings({ plans, start: service, workDir: options.workDir }),
      };
    },
  };
  const parts = [];
  for (const id of ids) parts.push({ id, ...(await open[id]()) });
  return parts;
}

async function openAnalyst(name, { workDir }, running) {
  if (name === 'local') {
    return { name: 'rules', analyst: new RulesCallAnalyst(), usesRules: true, paid: false, concurrency: 1 };
  }
  if (name !== 'configured') throw new Error(`--analyst is local or configured, not "${name}"`);
  const { analyst, close } = await openConfiguredAnalyst(resolve(workDir, 'analyst'), log);
  running.add({ stop: close });
  const usesRules = analyst.engine.name === 'rules';
  return { name: analyst.engine.name, analyst, usesRules, paid: !usesRules, concurrency: CONCURRENT_REQUESTS };
}

function log(line) {
  process.stderr.write(`${line}\n`);
}

function recordingEngines() {
  return {
    TRANSCRIPTION_ENGINE: process.env.TRANSCRIPTION_ENGINE ?? 'pocketsphinx',
    ANALYSIS_ENGINE: process.env.ANALYSIS_ENGINE ?? 'rules',
  };
}

async function recordingPlans({ folder, quick, all, only }, speak) {
  const plans =
    folder === undefined
      ? [...syntheticPlans({ size: all ? 'all' : quick ? 'quick' : 'usual', speak }), ...speechlessPlans()]
      : await folderPlans(resolve(folder));
  const chosen = plans.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`No recording's name contains "${only}"`);
  return chosen;
}
