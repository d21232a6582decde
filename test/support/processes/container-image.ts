// Builds the production image with buildah, and runs it with bubblewrap as Kubernetes' `restricted` would: read-only root,
// user 1000, no capabilities. Needs no container engine and no registry of images.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Keeps the bases from run to run: 0.3 GB. */
const STORE = join(process.env.CACHE_DIR ?? tmpdir(), 'call-analysis-image');
const BUILDAH = ['--root', join(STORE, 'storage'), '--runroot', join(STORE, 'run')];
const NAME = 'call-analysis:trial';
/** With the installation of the packages, on two busy cores. */
const BUILD_TIMEOUT_MS = 30 * 60_000;
const USER = 1000;

/** @returns why no image can be built here; null when it can */
export function whyNoImage(): string | null {
  if (process.platform !== 'linux') return 'images are built on Linux alone';
  if (process.getuid?.() !== 0) return 'debootstrap and bubblewrap need root here';
  const missing = ['buildah', 'debootstrap', 'bwrap'].filter((name) => spawnSync(name, ['--version']).error);
  if (missing.length > 0)
    return `missing: ${missing.join(', ')} (Debian: apt-get install buildah debootstrap bubblewrap)`;
  const { status, stderr } = spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-pid', 'true'], { encoding: 'utf8' });
  return status === 0 ? null : `bubblewrap cannot run here: ${stderr.trim()}`;
}

export interface BuiltImage {
  /** The folder of its root file system. */
  readonly root: string;
  /** Of all layers, unpacked. */
  readonly sizeBytes: number;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

const inspected = z.object({
  OCIv1: z.object({
    config: z.object({ Env: z.array(z.string()), Cmd: z.array(z.string()), User: z.literal(`${USER}:${USER}`) }),
  }),
});
const listed = z.array(z.object({ id: z.string() })).length(1);

export async function buildImage(): Promise<BuiltImage> {
  await makeBases();
  const settings = await mkdtemp(join(tmpdir(), 'call-analysis-image-'));
  // Behind a proxy with a certificate of its own, npm in the build must trust what npm here trusts.
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  await writeFile(join(settings, 'npmrc'), authorities ? 'cafile=/run/authorities.crt\n' : '');
  const volumes = [`${settings}/npmrc:/usr/local/etc/npmrc:ro`];
  if (authorities) volumes.push(`${authorities}:/run/authorities.crt:ro`);
  const mounted = volumes.flatMap((volume) => ['--volume', volume]);
  const isolated = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--force-rm', '--quiet'];
  await buildah('bud', ...isolated, ...mounted, '--file', 'docker/Dockerfile', '--tag', NAME, '.');
  await rm(settings, { recursive: true });
  const { config } = inspected.parse(JSON.parse(await buildah('inspect', '--type', 'image', NAME))).OCIv1;
  const container = await buildah('from', '--pull-never', NAME);
  const root = await buildah('mount', container);
  return {
    root,
    sizeBytes: await sizeOf(root),
    command: config.Cmd,
    environment: Object.fromEntries(config.Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2))),
    async remove() {
      await buildah('rm', container);
      const [image] = listed.parse(JSON.parse(await buildah('images', '--json', NAME)));
      await buildah('rmi', '--force', image?.id ?? NAME);
    },
  };
}

async function makeBases(): Promise<void> {
  const dockerfile = await readFile('docker/Dockerfile', 'utf8');
  const [, node = '', version = ''] = /^FROM (node:([\d.]+)-\S+)/m.exec(dockerfile) ?? [];
  const [, debian = ''] = /^FROM (debian:\S+)/m.exec(dockerfile) ?? [];
  await mkdir(STORE, { recursive: true });
  await run('test/deploy/make-base-images.sh', [STORE, debian, node, version], { timeout: BUILD_TIMEOUT_MS });
}

async function buildah(command: string, ...args: readonly string[]): Promise<string> {
  const options = { timeout: BUILD_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await run('buildah', [...BUILDAH, command, ...args], options);
  return stdout.trim();
}

async function sizeOf(root: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', '--one-file-system', root]);
  return Number.parseInt(stdout, 10);
}

export interface Container {
  /** Of the program in it, as this machine counts. */
  readonly pid: number;
  readonly output: () => string;
  readonly hasExited: () => boolean;
  /** Runs to its end. @returns the exit code */
  readonly exited: Promise<number | null>;
  /** Sends SIGTERM. @returns the exit code and how long it took */
  terminate(): Promise<{ readonly code: number | null; readonly tookMs: number }>;
  kill(): Promise<void>;
}

/**
 * Starts a container with an empty /data and /tmp of its own, on the network of this machine.
 * @param command default: the image's
 */
export async function startContainer(
  image: BuiltImage,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = image.command,
): Promise<Container> {
  const data = await mkdtemp(join(tmpdir(), 'call-analysis-data-'));
  await chmod(data, 0o700);
  await chown(data, USER, USER);
  const mounts = [
    '--ro-bind',
    image.root,
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--perms',
    '1777',
    '--tmpfs',
    '/tmp',
  ];
  const volume = ['--bind', data, '/data'];
  const alone = [
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--as-pid-1',
    '--die-with-parent',
    '--info-fd',
    '3',
  ];
  const variables = Object.entries({ ...image.environment, ...env }).flatMap(([name, value]) => [
    '--setenv',
    name,
    value,
  ]);
  const id = String(USER);
  const asUser = [
    'setpriv',
    `--reuid=${id}`,
    `--regid=${id}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
    '--no-new-privs',
  ];
  const args = [...mounts, ...volume, ...alone, '--clearenv', ...variables, '--chdir', '/app', ...asUser, ...command];
  const child = spawn('bwrap', args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const pid = await pidInside(child);
  const exited = once(child, 'close').then(async () => {
    await rm(data, { recursive: true, force: true });
    return child.exitCode;
  });
  return {
    pid,
    output: () => output,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    exited,
    async terminate() {
      const from = performance.now();
      process.kill(pid, 'SIGTERM');
      return { code: await exited, tookMs: performance.now() - from };
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL');
      await exited;
    },
  };
}

async function pidInside(child: ChildProcess): Promise<number> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) lines.push(line);
  return z.object({ 'child-pid': z.number() }).parse(JSON.parse(lines.join('')))['child-pid'];
}
