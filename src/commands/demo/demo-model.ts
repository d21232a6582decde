// Offers a newcomer to the demo a recogniser that works on real calls, before the service chooses its engine.
import { addressOf } from '../../adapters/sherpa/sherpa-download.js';
import { installPreset } from '../../adapters/sherpa/sherpa-install.js';
import { findSherpaModel } from '../../adapters/sherpa/sherpa-model.js';
import { SHERPA_PRESETS, type SherpaPreset } from '../../adapters/sherpa/sherpa-presets.js';
import type { Config } from '../../platform/config/config.js';
import { installProgress, type Terminal } from '../install-progress.js';

/** A newcomer waits no longer than this where the release host cannot be reached. */
const PROBE_TIMEOUT_MS = 2_000;
const MEGABYTE = 1_000_000;

export interface ModelOffer {
  /** The preset that the user named, which must be installed. Null: the demo offers one of its own, on a terminal only. */
  readonly model: string | null;
  readonly offline: boolean;
  /** Folder URL of a mirror; null for the publisher's releases. */
  readonly from: string | null;
  readonly output: Terminal;
  /** Default: the pinned ones. */
  readonly presets?: readonly SherpaPreset[];
}

/**
 * Installs a speech model where nothing else was chosen and none is installed: on a terminal, when the release host answers
 * within two seconds. Where it does not install one, it says in one line what transcribes instead. Ctrl-C skips the download.
 * Throws where a model that was asked for does not come.
 * @returns the preset that could be installed; null where a model is installed, or something else was chosen
 */
export async function offerModel(
  { engines, openai, modelsDir }: Pick<Config, 'engines' | 'openai' | 'modelsDir'>,
  { model, offline, from, output, presets = SHERPA_PRESETS }: ModelOffer,
): Promise<SherpaPreset | null> {
  if (offline && model !== null) throw new Error('--offline fetches no model, so --model cannot be given with it');
  const isDefault = engines.all.get(engines.defaults.transcription)?.choice === 'auto' && !engines.fromFile;
  const chosen = !isDefault || openai.apiKey !== null || openai.baseUrl !== null;
  if (model === null && (chosen || (await findSherpaModel(modelsDir)) !== null)) return null;
  const preset = presets.find(({ name }) => name === (model ?? presets[0]?.name));
  if (preset === undefined) throw new Error(`--model takes one of: ${presets.map(({ name }) => name).join(', ')}`);
  const write = (line: string): void => {
    output.write(`${line}\n`);
  };
  const wanted = model !== null || (output.isTTY && !offline && (await isServed(preset, from)));
  const installed =
    wanted &&
    (await install(preset, modelsDir, from, output).catch((error: unknown) => {
      // The bar ends without a line break.
      if (output.isTTY) write('');
      if (model !== null) throw error;
      write(error instanceof Error ? error.message : String(error));
      return false;
    }));
  if (installed) return null;
  write(
    `No speech model is installed, so pocketsphinx steps in: US English only, good enough for the samples, unusable on most real calls. For those: npm run models:install -- ${preset.name}`,
  );
  return preset;
}

/** Size of the download of a preset. */
export function megabytesOf({ parts }: SherpaPreset): number {
  return Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0) / MEGABYTE);
}

/** Whether the host of the preset's first part answers for it in time. */
async function isServed({ parts: [part] }: SherpaPreset, from: string | null): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  // The publisher redirects to where the file is stored.
  const answer = await fetch(addressOf(part, from ?? undefined), { method: 'HEAD', redirect: 'manual', signal }).catch(
    () => null,
  );
  return answer !== null && answer.status < 400;
}

/** False when the user skips it. */
async function install(
  preset: SherpaPreset,
  modelsDir: string,
  from: string | null,
  output: Terminal,
): Promise<boolean> {
  output.write(`Fetching the speech model ${preset.name}, ${megabytesOf(preset)} MB, once; Ctrl-C skips it.\n`);
  const skip = new AbortController();
  const onInterrupt = (): void => skip.abort(new Error('skipped'));
  // A second Ctrl-C ends the demo.
  process.once('SIGINT', onInterrupt);
  try {
    await installPreset({
      preset,
      modelsDir,
      ...(from === null ? {} : { from }),
      log: (line) => output.write(`${line}\n`),
      progress: installProgress(output),
      signal: skip.signal,
    });
    return true;
  } catch (error) {
    if (!skip.signal.aborted) throw error;
    output.write('\nSkipped; what arrived is kept for the next time.\n');
    return false;
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
