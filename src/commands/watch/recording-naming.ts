// Reads details of calls from the names of recordings and their sidecar files, with the same forms of `naming` as a source.
import { lstat, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { externalIdOf, readName, roleOf, sidecarKeysOf } from '../../arrivals/sources/naming/naming.js';
import { NamingField } from '../../arrivals/sources/naming/naming.request.js';
import { NAMING_PRESETS, type Naming } from '../../arrivals/sources/naming/presets.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';
import { inputFaults, readInput } from '../../platform/http/validation/read-input.js';
import { UsageError } from '../command.js';
import { isAbsent, reasonOf } from './walk-folder.js';

const MAX_SIDECAR_BYTES = 1_000_000;
/** Time to wait for a sidecar file, as at a source. */
const SIDECAR_WAIT_MS = 3_600_000;
/** Naming when none is given: all details come from the options. */
const NO_NAMING: Naming = { pattern: '{*}' };

export type Named =
  | {
      /** Members of a body of POST /analysis, without `external_id`. */
      readonly fields: Readonly<Record<string, unknown>>;
      /** `external_id`, if the naming gives one. */
      readonly externalId: string | null;
    }
  | { readonly refused: string }
  | { readonly waitsFor: string };

@ObjectWith({ isClosed: true })
class NamingOption {
  @NamingField({ description: 'How recordings are named.', example: { pattern: '{agent_id}_{contact_id}.wav' } })
  naming: Naming;
}

/**
 * @param text a pattern, the name of a preset, or an object in JSON
 * @throws UsageError
 */
export function readNaming(text: string | null): Naming {
  if (text === null) return NO_NAMING;
  const asked = { naming: formOf(text) };
  const [fault] = inputFaults(NamingOption, asked, 'body');
  if (fault !== undefined) throw new UsageError(`--naming: ${fault.msg.replace(/^Value error, /, '')}`);
  const { naming } = readInput(NamingOption, asked, 'body');
  if ('object_metadata' in naming)
    throw new UsageError('--naming: object_metadata is for sources, since files have none');
  return naming;
}

function formOf(text: string): unknown {
  if (NAMING_PRESETS.some((preset) => preset === text)) return { preset: text };
  if (!/^\s*\{\s*"/.test(text)) return { pattern: text };
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--naming begins like JSON, and is none');
  }
}

export class RecordingNaming {
  /**
   * @param root absolute
   * @param defaults members of a body of POST /analysis, for what the naming does not give
   */
  constructor(
    private readonly root: string,
    private readonly naming: Naming,
    private readonly defaults: Readonly<Record<string, unknown>>,
  ) {}

  isRecording(path: string): boolean {
    return roleOf(this.naming, path) === 'recording';
  }

  /** Possible paths of the sidecar file, relative to the folder. */
  filesBeside(path: string): readonly string[] {
    return sidecarKeysOf(this.naming, path);
  }

  /** @param mtimeMs time when the recording was last written */
  async name(path: string, mtimeMs: number): Promise<Named> {
    const beside = this.filesBeside(path);
    let sidecar: unknown = null;
    if (beside.length > 0) {
      const read = await this.readBeside(beside);
      if (read === null && Date.now() - mtimeMs < SIDECAR_WAIT_MS) return { waitsFor: beside[0] ?? '' };
      if (read === null) return { refused: `There is no file ${beside.join(' or ')}` };
      if ('fault' in read) return { refused: read.fault };
      sidecar = read.value;
    }
    const unnamed = { bucket: '', key: path };
    const read = readName(this.naming, { ...this.defaults }, { ...unnamed, prefix: '', metadata: {}, sidecar });
    if ('missing' in read)
      return { refused: `Nothing gives ${read.missing.join(' and ')}: neither naming nor defaults` };
    const { external_id: externalId, ...fields } = read.body;
    const isNamed = typeof externalId === 'string' && externalId !== externalIdOf(unnamed);
    return { fields, externalId: isNamed ? externalId : null };
  }

  /** Null where no file exists. */
  private async readBeside(paths: readonly string[]): Promise<{ value: unknown } | { fault: string } | null> {
    for (const path of paths) {
      const file = `${this.root}${sep}${path}`;
      try {
        const found = await lstat(file);
        if (!found.isFile()) return { fault: `${path} is no file` };
        if (found.size > MAX_SIDECAR_BYTES) return { fault: `${path} is larger than ${MAX_SIDECAR_BYTES} bytes` };
        return { value: JSON.parse(await readFile(file, 'utf8')) };
      } catch (error) {
        if (isAbsent(error)) continue;
        return { fault: error instanceof SyntaxError ? `${path} is no JSON` : `${path}: ${reasonOf(error)}` };
      }
    }
    return null;
  }
}
