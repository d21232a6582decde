// `npm run models:install -- PRESET`: downloads and checks the models of a local speech engine.
import { parseArgs } from 'node:util';
import { installPreset } from '../adapters/sherpa/sherpa-install.js';
import { SHERPA_PRESETS } from '../adapters/sherpa/sherpa-presets.js';
import { loadConfig } from '../platform/config/config.js';
import { installProgress } from './install-progress.js';

const USAGE = `Usage: npm run models:install -- PRESET [--from URL]

Installs speech models that transcribe calls on this machine, without any service on the internet.

${SHERPA_PRESETS.map(({ name, description, parts }) =>
  [
    `  ${name.padEnd(10)}${description}`,
    ...parts.map((part) => `${' '.repeat(14)}${part.description}. ${part.licence}`),
  ].join('\n'),
).join('\n\n')}

  --from URL    download from a mirror that serves the same file names directly below URL

An interrupted download is continued by the next run; a second run finds everything installed and does nothing.`;

async function main(): Promise<void> {
  const options = { from: { type: 'string' }, help: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  if (values.help) return console.log(USAGE);
  const preset = SHERPA_PRESETS.find(({ name }) => name === positionals[0]);
  if (preset === undefined || positionals.length !== 1) throw new Error(USAGE);
  if (values.from !== undefined && !/^https?:/.test(values.from)) throw new Error('--from takes an http or https URL.');
  const { modelsDir } = loadConfig();
  const outcome = await installPreset({
    preset,
    modelsDir,
    ...(values.from === undefined ? {} : { from: values.from }),
    log: console.log,
    progress: installProgress(process.stdout),
  }).catch((error: unknown) => {
    // The bar ends without a line break.
    if (process.stdout.isTTY) process.stdout.write('\n');
    throw error;
  });
  console.log(
    outcome === 'already'
      ? `${preset.name} is installed and sound; nothing to do.`
      : `${preset.name} is installed in ${modelsDir}. The next start uses it.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
