// Checked options of `call-analysis watch`.
import { realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Given, UsageError } from '../command.js';
import { digestOf } from './recording-id.js';

const MAX_PARALLEL = 16;
const MAX_SECONDS = 86_400;
/** Extensions of recorders, for formats that the service accepts. */
const EXTENSIONS = 'wav,mp3,ogg,opus,oga,flac,m4a,mp4,mpeg,mpga,webm,gsm,wv,aac,amr,w64,rf64';

export interface WatchSettings {
  /** Absolute path without links. */
  readonly root: string;
  readonly stateFolder: string;
  readonly naming: string | null;
  /** Members of a body of POST /analysis. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly isOnce: boolean;
  readonly moveTo: string | null;
  readonly settleMs: number;
  readonly everyMs: number;
  readonly parallel: number;
  readonly extensions: ReadonlySet<string>;
  readonly retriesRefused: boolean;
  readonly url: string | null;
}

/** @throws UsageError */
export function readSettings(given: Given): WatchSettings {
  const root = folderOf(given.positionals[0]);
  const state = given.text('state');
  const moveTo = given.text('move-to');
  return {
    root,
    stateFolder:
      state === null ? join(root, '.call-analysis') : resolve(state, `${basename(root)}-${digestOf(root).slice(0, 8)}`),
    naming: given.text('naming'),
    defaults: defaultsOf(given),
    isOnce: given.flag('once'),
    moveTo: moveTo === null ? null : resolve(moveTo),
    settleMs: 1_000 * numberOf(given, 'settle', 10, 0, MAX_SECONDS),
    everyMs: 1_000 * numberOf(given, 'every', 60, 1, MAX_SECONDS),
    parallel: numberOf(given, 'parallel', 2, 1, MAX_PARALLEL),
    extensions: new Set(
      (given.text('only') ?? EXTENSIONS).split(',').map((text) => text.trim().replace(/^\./, '').toLowerCase()),
    ),
    retriesRefused: given.flag('retry-refused'),
    url: given.text('url'),
  };
}

function folderOf(path: string | undefined): string {
  if (path === undefined) throw new UsageError('Name the folder: call-analysis watch DIR');
  try {
    const root = realpathSync(path);
    if (statSync(root).isDirectory()) return root;
  } catch {
    throw new UsageError(`There is no folder ${path}`);
  }
  throw new UsageError(`${path} is no folder`);
}

function defaultsOf(given: Given): Record<string, unknown> {
  const metadata = given.text('metadata');
  const agent = given.text('agent-id');
  const contact = given.text('contact-id');
  const defaults = objectOf('defaults', given.text('defaults') ?? '{}');
  for (const name of ['file', 'stream', 'url', 'external_id', 'audio_url'])
    if (name in defaults) throw new UsageError(`--defaults: ${name} differs from call to call`);
  return {
    ...defaults,
    ...(agent !== null && { agent_id: agent }),
    ...(contact !== null && { contact_id: contact }),
    ...(metadata !== null && { metadata: objectOf('metadata', metadata) }),
  };
}

function objectOf(option: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Falls through to the error below, which has the same sentence.
  }
  throw new UsageError(`--${option} must be an object in JSON`);
}

function numberOf(given: Given, option: string, fallback: number, min: number, max: number): number {
  const text = given.text(option);
  const value = text === null ? fallback : Number(text);
  if (Number.isInteger(value) && value >= min && value <= max && text?.trim() !== '') return value;
  throw new UsageError(`--${option} must be a whole number from ${min} to ${max}`);
}
