// A preset in the form in which the real ones are released, with models of a few kilobytes that know nothing.
import { join } from 'node:path';
import { type ModelPart, SHERPA_PRESETS, type SherpaPreset } from '../../../src/adapters/sherpa/sherpa-presets.js';
import { packModel, sha256 } from './model-release.js';
import { tinyTokens, tinyTransducer } from './tiny-model.js';
import { tinyEmbedding, tinySegmentation } from './tiny-speaker-models.js';

export interface TinyRelease {
  readonly preset: SherpaPreset;
  /** By name, for {@link serveRelease}. */
  readonly files: Readonly<Record<string, Buffer>>;
}

/** @param changes replaces files of the recogniser */
export async function tinyPreset(
  scratchDir: string,
  changes: Readonly<Record<string, Buffer>> = {},
): Promise<TinyRelease> {
  const [{ parts }] = SHERPA_PRESETS as [SherpaPreset];
  const [recogniser, segmentation, embedding] = parts as unknown as [ModelPart, ModelPart, ModelPart];
  const pack = (part: ModelPart, files: Readonly<Record<string, Buffer | string>>): Promise<Buffer> =>
    packModel(join(scratchDir, part.name), part.file.replace('.tar.bz2', ''), files);
  const files = {
    [recogniser.file]: await pack(recogniser, { ...tinyTransducer(), 'tokens.txt': tinyTokens(), ...changes }),
    [segmentation.file]: await pack(segmentation, { 'model.onnx': tinySegmentation() }),
    [embedding.file]: tinyEmbedding(),
  };
  const pinned = (part: ModelPart): ModelPart => {
    const content = files[part.file]!;
    return { ...part, bytes: content.length, sha256: sha256(content) };
  };
  return {
    preset: {
      name: 'small-en',
      description: 'for tests',
      accuracy: 'none',
      parts: [pinned(recogniser), pinned(segmentation), pinned(embedding)],
    },
    files,
  };
}
