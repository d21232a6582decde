// Built console, in memory: a request selects one of its files, and never a file on the disk.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import { packageFolder } from '../site/package-facts.js';

interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  /** Compressed by the build, at a level that would be too slow during a request; null for a sound. */
  readonly brotli: Buffer | null;
  readonly etag: string;
}

export interface ConsoleFiles {
  /** Name of the asset that the page loads first. */
  readonly script: string;
  /** Scripts that the first one imports. */
  readonly alongside: readonly string[];
  readonly style: string;
  readonly assets: ReadonlyMap<string, Asset>;
}

const MANIFEST = z.object({ script: z.string(), alongside: z.array(z.string()), style: z.string() });
const SOUND = 'audio/mpeg';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mp3': SOUND,
};

const FOLDER = new URL('dist/web/', packageFolder);
/** Each build writes it last. */
const MANIFEST_FILE = new URL('manifest.json', FOLDER);

/** Files of the last build; they are read again after a newer build. */
export class BuiltConsole {
  private files: ConsoleFiles | null = null;
  private builtAt = Number.NaN;

  /** @returns null where `npm run build` has not run */
  latest(): ConsoleFiles | null {
    const builtAt = statSync(MANIFEST_FILE, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt === undefined) return null;
    if (builtAt !== this.builtAt) this.files = readConsoleFiles();
    this.builtAt = builtAt;
    return this.files;
  }
}

function readConsoleFiles(): ConsoleFiles {
  const assets = new URL('assets/', FOLDER);
  const names = readdirSync(assets).filter((name) => extname(name) in TYPES);
  return {
    ...MANIFEST.parse(JSON.parse(readFileSync(MANIFEST_FILE, 'utf8'))),
    assets: new Map(names.map((name) => [name, readAsset(name, assets)])),
  };
}

function readAsset(name: string, folder: URL): Asset {
  const bytes = readFileSync(new URL(name, folder));
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return {
    type,
    bytes,
    brotli: type === SOUND ? null : readFileSync(new URL(`${name}.br`, folder)),
    // Weak, since it covers both the compressed and the plain bytes.
    etag: `W/"${digest}"`,
  };
}
