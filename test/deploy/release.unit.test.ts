// The files of a release, made in a small repository of the files that the script reads, and verified as users do.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const run = promisify(execFile);
const RELEASE = resolve('tools/release/release.mjs');
const FILES = ['package.json', 'package-lock.json', 'CHANGELOG.md', 'docker', 'tools/release'];

const component = z.looseObject({
  type: z.literal('library'),
  purl: z.string(),
  licenses: z
    .array(z.union([z.object({ license: z.looseObject({ id: z.string() }) }), z.object({ expression: z.string() })]))
    .min(1),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).min(1),
});
const billOfMaterials = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  metadata: z.looseObject({
    component: z.looseObject({ type: z.literal('application'), name: z.literal('call-analysis-service') }),
  }),
  components: z.array(component),
});
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string(), name: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');

describe('the bill of materials', () => {
  it('names each package of production and of the console once, with licence and sum, and no other', async () => {
    const { stdout } = await run(process.execPath, ['tools/release/sbom.mjs'], { maxBuffer: 1 << 26 });
    const { components } = billOfMaterials.parse(JSON.parse(stdout));
    const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
    const inConsole = packagesOfConsole(packages);
    const wanted = Object.entries(packages)
      .filter(([path, { dev }]) => path !== '' && (!dev || inConsole.has(nameOf(path))))
      .map(([path, { version, name = nameOf(path) }]) => `pkg:npm/${name.replace('@', '%40')}@${version}`);
    expect(wanted).toContain(`pkg:npm/express@${packages['node_modules/express']?.version}`);
    expect(components.map(({ purl }) => purl).sort()).toEqual([...new Set(wanted)].sort());
  });
});

/** @returns names of the packages that views of the console import, and of those that they need */
function packagesOfConsole(packages: Readonly<Record<string, object>>): ReadonlySet<string> {
  const sources = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const imported = sources.flatMap((file) =>
    [...readFileSync(join('web/src', file), 'utf8').matchAll(/from '((?:@[^/']+\/)?[a-z][^/']*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const found = new Set<string>();
  const add = (name: string) => {
    const entry = packages[`node_modules/${name}`];
    if (!entry || found.has(name)) return;
    found.add(name);
    for (const needed of Object.keys('dependencies' in entry ? (entry.dependencies ?? {}) : {})) add(needed);
  };
  imported.forEach(add);
  return found;
}

const obstacle = spawnSync('ssh-keygen', ['-?']).error
  ? 'missing: ssh-keygen (Debian: apt-get install openssh-client)'
  : null;
if (obstacle !== null) console.warn(`No release is signed: ${obstacle}`);

describe.skipIf(obstacle !== null)('a release', () => {
  let folder: string;
  let key: string;
  const version: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
  const git = (...args: readonly string[]) =>
    run('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
    });
  const release = (...args: readonly string[]) =>
    run(process.execPath, [RELEASE, ...args], { cwd: folder }).then(
      () => '',
      (error: { readonly stderr: string }) => error.stderr,
    );
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'));
    for (const file of FILES) await cp(file, join(folder, file), { recursive: true });
    key = `${folder}.key`;
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    await edit('CHANGELOG.md', (text) => text.replace(/(?<=^## \[Unreleased\]\n).*?(?=^## )/ms, '\n'));
    await writeFile(join(folder, '.gitignore'), '/release/\n');
    await git('init', '--quiet');
    await git('add', '.');
    await git('commit', '--quiet', '-m', 'One');
  });
  afterAll(async () => {
    for (const path of [folder, key, `${key}.pub`]) await rm(path, { recursive: true, force: true });
  });

  it('is refused with all that is wrong', async () => {
    await edit('docker/kubernetes/base/kustomization.yaml', (text) => text.replace(/newTag: .*/, 'newTag: 9.9.9'));
    await edit('CHANGELOG.md', (text) =>
      text
        .replace(`## [${version}] - 2`, `## [${version}] - soon 2`)
        .replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'),
    );
    expect((await release(key)).split('\n').map((line) => line.trim())).toEqual([
      'There is no release yet:',
      'Files differ from the commit: commit or discard them',
      `HEAD is not tagged v${version}`,
      `CHANGELOG.md has no heading for ${version} with a date`,
      'CHANGELOG.md has changes under Unreleased: they belong to this release, or to a later commit',
      `docker/kubernetes/base/kustomization.yaml names 9.9.9, not ${version}`,
      'tools/release/allowed_signers does not have the key, so that no user could verify the release',
      '',
    ]);
    await git('checkout', '--quiet', '.');
  });

  it('is verified by the key that the repository names, and not once a byte differs', async () => {
    const half = (await readFile(`${key}.pub`, 'utf8')).split(' ').slice(0, 2).join(' ');
    await appendFile(
      join(folder, 'tools/release/allowed_signers'),
      `ada@example.com namespaces="call-analysis" ${half}\n`,
    );
    await git('commit', '--quiet', '-a', '-m', 'Let Ada sign');
    await git('tag', `v${version}`);
    expect(await release(key)).toBe('');
    const files = join(folder, 'release');
    const sums = (await readFile(join(files, 'SHA256SUMS'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    expect(sums.map(([, file]) => file)).toEqual([
      `call-analysis-service-${version}.tar.gz`,
      `call-analysis-chart-${version}.tgz`,
      `call-analysis-service-${version}.cdx.json`,
    ]);
    for (const [sum, file = ''] of sums)
      expect(
        createHash('sha256')
          .update(await readFile(join(files, file)))
          .digest('hex'),
        file,
      ).toBe(sum);
    const chart = await run('tar', ['-tzf', join(files, `call-analysis-chart-${version}.tgz`)]);
    expect(chart.stdout.split('\n')).toEqual(
      expect.arrayContaining(['call-analysis/Chart.yaml', 'call-analysis/values.yaml']),
    );
    expect(await verified(join(files, 'SHA256SUMS')), 'exit code of the verification').toBe(0);
    await appendFile(join(files, 'SHA256SUMS'), ' ');
    expect(await verified(join(files, 'SHA256SUMS')), 'exit code of the verification').not.toBe(0);
  });

  async function verified(sums: string) {
    const signers = join(dirname(sums), '../tools/release/allowed_signers');
    const args = ['-Y', 'verify', '-f', signers, '-I', 'ada@example.com', '-n', 'call-analysis', '-s', `${sums}.sig`];
    const child = spawn('ssh-keygen', args, { stdio: ['pipe', 'ignore', 'ignore'] });
    createReadStream(sums).pipe(child.stdin);
    return (await once(child, 'exit'))[0];
  }
});
