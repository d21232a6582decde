// `npm run models:install -- PRESET`: downloads and checks a local speech model.
import { parseArgs } from 'node:util';
import { installSherpaModel } from '../adapters/sherpa/sherpa-install.js';
import { SHERPA_PRESETS } from '../adapters/sherpa/sherpa-presets.js';
import { loadConfig } from '../platform/config/config.js';

const USAGE = `Usage: npm run models:install -- PRESET [--from URL] [--allow-unpinned]

Installs a speech model that transcribes calls on this machine, without any service on the internet.

${SHERPA_PRESETS.map(({ name, description, licence }) => `  ${name.padEnd(10)}${description}. Licence: ${licence}.`).join('\n')}

  --from URL          download from a mirror that serves the same file names below URL
  --allow-unpinned    install although the archive has no pinned checksum`;

const BAR_WIDTH = 30;
const MEGABYTE = 1_000_000;

/** Draws a bar on a terminal. Elsewhere it prints a line for each tenth, so that logs stay short. */
function progressBar(): (receivedBytes: number, totalBytes: number | null) => void {
  let shown = -1;
  return (receivedBytes, totalBytes) => {
    const share = totalBytes === null || totalBytes === 0 ? 0 : receivedBytes / totalBytes;
    const step = Math.floor(share * (process.stdout.isTTY ? 1000 : 10));
    if (step === shown && receivedBytes !== totalBytes) return;
    shown = step;
    const size = `${(receivedBytes / MEGABYTE).toFixed(1)} of ${totalBytes === null ? '?' : (totalBytes / MEGABYTE).toFixed(1)} MB`;
    if (!process.stdout.isTTY) {
      console.log(size);
      return;
    }
    const bar = '='.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH);
    process.stdout.write(`\r[${bar}] ${size} ${receivedBytes === totalBytes ? '\n' : ''}`);
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, 'allow-unpinned': { type: 'boolean', default: false } },
  });
  const preset = SHERPA_PRESETS.find(({ name }) => name === positionals[0]);
  if (preset === undefined || positionals.length !== 1) throw new Error(USAGE);
  const { modelsDir } = loadConfig();
  const outcome = await installSherpaModel({
    preset,
    modelsDir,
    ...(values.from === undefined ? {} : { from: values.from }),
    allowUnpinned: values['allow-unpinned'],
    log: console.log,
    progress: progressBar(),
  });
  console.log(
    outcome === 'already'
      ? `${preset.name} is installed and sound; nothing to do.`
      : `${preset.name} is installed. Licence: ${preset.licence}. The next start uses it.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
