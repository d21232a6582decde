import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { operatorCommand } from '../../platform/config/operator-command.js';
import {
  PINNED_PARTS,
  SHERPA_PRESETS,
  type SherpaFiles,
  SPEAKER_EMBEDDING,
  SPEAKER_SEGMENTATION,
} from './sherpa-presets.js';

const MANIFEST = 'manifest.json';

const manifestShape = z.object({
  /** Name of the part. */
  preset: z.string(),
  /** ISO 639-1; empty for a part that recognises no words. */
  languages: z.array(z.string()),
  archive: z.object({ file: z.string(), bytes: z.number(), sha256: z.string() }),
  installedAt: z.string(),
  files: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('nemo-ctc'), model: z.string(), tokens: z.string() }),
    z.strictObject({
      kind: z.literal('nemo-transducer'),
      encoder: z.string(),
      decoder: z.string(),
      joiner: z.string(),
      tokens: z.string(),
    }),
    z.strictObject({ kind: z.literal('speaker-segmentation'), model: z.string() }),
    z.strictObject({ kind: z.literal('speaker-embedding'), model: z.string() }),
  ]),
  checksums: z.array(z.strictObject({ file: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** The manifest of an installed part: its source, and the size and hash that each file must still have. */
export type SherpaManifest = z.infer<typeof manifestShape>;

export interface SherpaModel {
  readonly folder: string;
  readonly manifest: SherpaManifest;
}

/** The two models that together find who speaks when. */
export interface SpeakerModels {
  readonly segmentation: SherpaModel;
  readonly embedding: SherpaModel;
}

/** Paths of the model's files, relative to its folder. */
export function filesOf({ kind: _, ...files }: SherpaFiles): string[] {
  return Object.values(files);
}

export const manifestPath = (folder: string): string => join(folder, MANIFEST);

/** The model in a folder, not yet verified; null when there is none or its manifest cannot be parsed. */
export async function readSherpaModel(folder: string): Promise<SherpaModel | null> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return { folder, manifest: manifestShape.parse(JSON.parse(text)) };
  } catch {
    return null;
  }
}

/**
 * The recogniser of the operator's own that was installed last, else the best one of the presets; not yet verified. Null when
 * there is none.
 */
export async function findSherpaModel(modelsDir: string): Promise<SherpaModel | null> {
  const own = await findOwnModel(modelsDir);
  if (own !== null) return own;
  for (const { name } of [...SHERPA_PRESETS].reverse()) {
    const model = await readSherpaModel(join(modelsDir, name));
    if (model !== null) return model;
  }
  return null;
}

async function findOwnModel(modelsDir: string): Promise<SherpaModel | null> {
  const names = (await readdir(modelsDir).catch(() => [])).filter(isOwn);
  const models = await Promise.all(names.map((name) => readSherpaModel(join(modelsDir, name))));
  const recognisers = models.flatMap((model, index) =>
    // A folder of another name is a copy that was set aside.
    model !== null && model.manifest.preset === names[index] && model.manifest.languages.length > 0 ? [model] : [],
  );
  const installedAt = ({ manifest }: SherpaModel) => Date.parse(manifest.installedAt);
  return recognisers.sort((one, other) => installedAt(other) - installedAt(one))[0] ?? null;
}

/** Folders with a dot are those of an installation that runs. */
const isOwn = (name: string) => !name.startsWith('.') && !PINNED_PARTS.has(name);

/** Whether the folder has a recogniser; its manifest is not read. */
export function isModelInstalled(modelsDir: string): boolean {
  if (!existsSync(modelsDir)) return false;
  const recognisers = new Set(SHERPA_PRESETS.map(({ name }) => name));
  return readdirSync(modelsDir).some(
    (name) => (recognisers.has(name) || isOwn(name)) && existsSync(manifestPath(join(modelsDir, name))),
  );
}

/** The speaker models installed in `modelsDir`, not yet verified; null unless both are. */
export async function findSpeakerModels(modelsDir: string): Promise<SpeakerModels | null> {
  const segmentation = await readSherpaModel(join(modelsDir, SPEAKER_SEGMENTATION.name));
  const embedding = await readSherpaModel(join(modelsDir, SPEAKER_EMBEDDING.name));
  return segmentation && embedding ? { segmentation, embedding } : null;
}

/**
 * Rejects with one sentence when a file differs from the installed one. Call it before every load: sherpa-onnx does not refuse a
 * damaged model, it ends the process.
 */
export async function verifySherpaModel({ folder, manifest }: SherpaModel): Promise<void> {
  for (const file of filesOf(manifest.files)) {
    const expected = manifest.checksums.find((checksum) => checksum.file === file);
    const path = join(folder, file);
    const sizeBytes = (await stat(path).catch(() => null))?.size;
    if (expected === undefined || sizeBytes !== expected.bytes || (await sha256Of(path)) !== expected.sha256) {
      throw new Error(
        `The speech model ${manifest.preset} is damaged; install it again: ${installCommand(manifest.preset)}`,
      );
    }
  }
}

/** The command that installs a part. */
export function installCommand(part: string): string {
  const preset = SHERPA_PRESETS.find(({ parts }) => parts.some(({ name }) => name === part));
  return operatorCommand(`models:install ${preset?.name ?? '--preset FILE'}`);
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
