// `call-analysis models:install PRESET`, or `--preset FILE`: downloads and checks the models of a local speech engine.
import { join, resolve } from 'node:path';
import { addressOf, NoDownloadError } from '../adapters/sherpa/sherpa-download.js';
import { installPreset } from '../adapters/sherpa/sherpa-install.js';
import { readPresetFile } from '../adapters/sherpa/sherpa-preset-file.js';
import { SHERPA_PRESETS, type SherpaPreset } from '../adapters/sherpa/sherpa-presets.js';
import { readEnvironment } from '../platform/config/config.js';
import { operatorCommand } from '../platform/config/operator-command.js';
import { type Given, UsageError } from './command.js';
import { installProgress } from './install-progress.js';

/** Lines on what each preset holds, and on the licence of each part. */
export async function describePresets(): Promise<readonly string[]> {
  const presets = SHERPA_PRESETS.flatMap(({ name, description, parts }) => [
    `  ${name.padEnd(10)}${description}`,
    ...parts.map((part) => `${' '.repeat(14)}${part.description}. ${part.licence}`),
  ]);
  return [
    'Presets',
    ...presets,
    '',
    'An interrupted download is continued by the next run; a second run finds everything installed and',
    'does nothing.',
  ];
}

/** Needs no valid configuration of the service: a model can be installed before there is a database. */
export async function installModels(given: Given): Promise<number> {
  const own = given.text('preset');
  const preset = own === null ? await presetOf(given.positionals[0]) : ownPreset(own, given.positionals);
  const from = given.text('from');
  if (from !== null && !/^https?:/.test(from)) throw new UsageError('--from takes an http or https URL.');
  const { MODELS_DIR, DATA_DIR } = readEnvironment();
  const modelsDir = resolve(MODELS_DIR || join(DATA_DIR || '.data', 'models'));
  const outcome = await installPreset({
    preset,
    modelsDir,
    ...(from === null ? {} : { from }),
    log: console.log,
    progress: installProgress(process.stdout),
  }).catch((error: unknown) => {
    // The bar ends without a line break.
    if (process.stdout.isTTY) process.stdout.write('\n');
    if (!(error instanceof NoDownloadError)) throw error;
    throw new Error(
      [error.message, '', ...byHand(preset, modelsDir, own === null ? preset.name : `--preset ${own}`)].join('\n'),
      { cause: error },
    );
  });
  console.log(
    outcome === 'already'
      ? `${preset.name} is installed and sound; nothing to do.`
      : `${preset.name} is installed in ${modelsDir}. The next start uses it.`,
  );
  return 0;
}

async function presetOf(name: string | undefined): Promise<SherpaPreset> {
  const preset = SHERPA_PRESETS.find((candidate) => candidate.name === name);
  if (preset !== undefined) return preset;
  const first = name === undefined ? 'Name a preset.' : `There is no preset ${name}.`;
  throw new UsageError([first, '', ...(await describePresets())].join('\n'));
}

function ownPreset(path: string, positionals: readonly string[]): SherpaPreset {
  if (positionals.length > 0) throw new UsageError('Give a PRESET or --preset FILE, not both.');
  return readPresetFile(path);
}

/**
 * A complete file that bears the name of an interrupted download is checked and unpacked without a request.
 * @param words what stands behind the command's name
 */
function byHand({ name, parts }: SherpaPreset, modelsDir: string, words: string): readonly string[] {
  return [
    `To install ${name} by hand, download these files on a machine that has access, and save each in ${modelsDir} under the name that stands below its address:`,
    ...parts.flatMap((part) => [
      `  ${addressOf(part)}`,
      `    ${part.file}.part, ${part.bytes} bytes, SHA-256 ${part.sha256}`,
    ]),
    `Then run ${operatorCommand(`models:install ${words}`)} here: it checks and unpacks them without the network.`,
  ];
}
