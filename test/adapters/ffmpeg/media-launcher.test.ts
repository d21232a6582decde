import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { FfmpegAudioDecoder } from '../../../src/adapters/ffmpeg/ffmpeg.audio-decoder.js';
import type { LaunchedProgram } from '../../../src/adapters/ffmpeg/launch-program.js';
import { MediaLauncher } from '../../../src/adapters/ffmpeg/media-launcher.js';
import { builtFile } from '../../support/processes/build.js';
import { eventually } from '../../support/processes/eventually.js';

const PROGRAM = builtFile('src/adapters/ffmpeg/media-launcher.process.js');

let folder: string;
let launcher: MediaLauncher;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launched-'));
  launcher = new MediaLauncher(PROGRAM);
});

afterEach(async () => {
  await launcher.close();
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const shell = (body: string, pipe: 'stdin' | 'stdout' = 'stdout') =>
  launcher.launch({ args: ['-c', body], cwd: folder, pipe });

describe('a program started by the launcher', () => {
  it('reads what it is given, and ends with its own status', async () => {
    const { stdin, stderr, exited } = await shell('wc -c >&2; exit 3', 'stdin');
    stdin?.end(Buffer.alloc(3_000_000));
    expect(Number(await text(stderr)), 'characters that came').toBe(3_000_000);
    expect(await exited).toEqual({ code: 3, signal: null });
  });

  it('is heard to the end, even when it was gone before anybody listened', async () => {
    const programs = await Promise.all(Array.from({ length: 20 }, (_, i) => shell(`echo ${i}; echo e${i} >&2`)));
    await Promise.all(programs.map(({ exited }) => exited));
    const heard = await Promise.all(programs.map(async (program) => [await said(program), await text(program.stderr)]));
    expect(heard).toEqual(programs.map((_, i) => [`${i}\n`, `e${i}\n`]));
  });

  it('waits while nobody reads', async () => {
    const { stdout, stderr } = await shell('head -c 50000000 /dev/zero; echo written >&2');
    let told = '';
    stderr.on('data', (chunk) => {
      told += chunk;
    });
    let length = 0;
    const heard = getStream(stdout);
    for await (const chunk of heard) {
      if (length < 10_000_000) expect(told).toBe('');
      expect(heard.readableLength).toBeLessThan(1_000_000);
      length += chunk.length;
    }
    expect(length, 'bytes that arrived').toBe(50_000_000);
    await eventually(() => expect(told).toBe('written\n'));
  });

  it('is refused where its folder is not there, and the launcher goes on', async () => {
    await expect(launcher.launch({ args: ['-c', ':'], cwd: join(folder, 'no'), pipe: 'stdout' })).rejects.toThrow();
    expect(await said(await shell('echo still here'))).toBe('still here\n');
  });
});

it.each([
  ['that is not there', 'missing.js'],
  ['that ends as it begins', 'broken.js'],
])('with a launcher %s programs are started all the same', async (_, name) => {
  await writeFile(join(folder, 'broken.js'), 'process.exit(1)');
  const broken = new MediaLauncher(join(folder, name));
  const parent = 'echo $PPID';
  expect(await said(await broken.launch({ args: ['-c', parent], cwd: folder, pipe: 'stdout' }))).toBe(
    `${process.pid}\n`,
  );
  expect(await said(await shell(parent))).not.toBe(`${process.pid}\n`);
  await broken.close();
});

describe('kill -9', () => {
  it('of the launcher ends its programs; that may be tried again, and is', async () => {
    const path = join(folder, 'ffmpeg');
    await writeFile(path, '#!/bin/sh\n: > pid-$$; sleep 600\n');
    await chmod(path, 0o755);
    await writeFile(join(folder, 'recording'), 'x');
    const decoder = new FfmpegAudioDecoder({ program: path, launch: launcher.launch });
    const decoding = decoder.decode({
      path: join(folder, 'recording'),
      sampleRate: 16_000,
      maxDurationMs: 1000,
      signal: new AbortController().signal,
    });
    const refused = expect(decoding).rejects.toMatchObject({ retryable: true, message: 'Decoding was interrupted' });
    const program = await eventually(async () => {
      const name = (await readdir(folder)).find((each) => each.startsWith('pid-'));
      expect(name).toBeDefined();
      return Number(name?.slice(4));
    });
    const [pid] = await launchersOf(process.pid);
    process.kill(Number(pid), 'SIGKILL');
    await refused;
    await eventually(() => expectEnded(program));

    expect(await said(await shell('echo again'))).toBe('again\n');
    expect(await launchersOf(process.pid)).not.toEqual([pid]);
  });

  it('of the service ends launcher and programs, and leaves no folder', async () => {
    const service = spawnService(`
      const { pid } = await launch({ args: ['-c', 'sleep 600'], cwd: ${JSON.stringify(folder)}, pipe: 'stdout' });
      console.log(pid);
      setInterval(() => undefined, 1000);
    `);
    const program = Number(String((await once(getStream(service.stdout), 'data'))[0]));
    const [pid] = await launchersOf(service.pid ?? 0);
    const socket = (await commandOf(Number(pid))).split(' ').at(-1) ?? '';
    expect(await readdir(resolve(socket, '..'))).toEqual(['socket']);
    service.kill('SIGKILL');
    await eventually(() => expectEnded(program));
    await eventually(() => expectEnded(Number(pid)));
    await expect(readdir(resolve(socket, '..'))).rejects.toThrow('ENOENT');
  });
});

it('keeps nothing of the environment of the service but where programs are', async () => {
  const [module, loads] = [join(folder, 'module.cjs'), join(folder, 'loads')];
  await writeFile(module, `require('node:fs').appendFileSync(${JSON.stringify(loads)}, 'loaded ')`);
  const service = spawnService(
    `
      const { stdout, exited } = await launch({ args: ['-c', 'env; echo parent $PPID'], cwd: '/', pipe: 'stdout' });
      for await (const line of stdout) process.stdout.write(line);
      await exited;
    `,
    { PATH: process.env.PATH, OPENAI_API_KEY: 'a secret', NODE_OPTIONS: `--require ${module}` },
  );
  const environment = await text(getStream(service.stdout));
  expect(environment).toContain(`PATH=${process.env.PATH}\n`);
  expect(environment).not.toMatch(/OPENAI_API_KEY|NODE_OPTIONS/);
  expect(environment).not.toContain(`parent ${service.pid}\n`);
  expect(await readFile(loads, 'utf8')).toBe('loaded ');
});

it('where its socket would not have a folder of its own programs are started all the same', async () => {
  const deep = join(folder, 'x'.repeat(110));
  await mkdir(deep);
  const service = spawnService(
    `
      const { stdout, exited } = await launch({ args: ['-c', 'echo $PPID'], cwd: '/', pipe: 'stdout' });
      for await (const line of stdout) process.stdout.write(line);
      await exited;
    `,
    { ...process.env, TMPDIR: deep },
  );
  expect(await text(getStream(service.stdout))).toBe(`${service.pid}\n`);
  expect(await readdir(folder)).toEqual(['x'.repeat(110)]);
  expect(await readdir(deep)).toEqual([]);
});

it('started by hand it leaves alone what is there', async () => {
  await writeFile(join(folder, 'kept'), '');
  for (const args of [[], [join(folder, 'kept')]]) {
    await promisify(execFile)(process.execPath, [PROGRAM, ...args], { cwd: folder });
    expect(await readdir(folder)).toEqual(['kept']);
  }
});

describe('the end of the service', () => {
  it('comes after that of its launcher, also of one that hangs', async () => {
    const service = spawnService(`
      const { stdout, exited } = await launch({ args: ['-c', 'echo $PPID'], cwd: '/', pipe: 'stdout' });
      let pid = '';
      for await (const part of stdout) pid += part;
      await exited;
      await close();
      await launch({ args: ['-c', ':'], cwd: '/', pipe: 'stdout' }).then(({ exited }) => exited);
      const { execFileSync } = await import('node:child_process');
      const found = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command=']).toString().split('\\n');
      const own = (line) => line.includes('media-launcher.process') && line.trim().split(/\\s+/)[1] === String(process.pid);
      const second = found.filter(own).map((line) => line.trim().split(/\\s+/)[0]);
      process.kill(Number(second[0]), 'SIGSTOP');
      await close();
      console.log(JSON.stringify([pid.trim(), ...second]));
    `);
    const ended = once(service, 'exit');
    const launchers: string[] = JSON.parse(await text(getStream(service.stdout)));
    expect(await ended).toEqual([0, null]);
    expect([...new Set(launchers)], 'launchers').toHaveLength(2);
    for (const pid of launchers) await expectEnded(Number(pid));
  });

  it('is not held up by an idle launcher, which ends with it', async () => {
    const service = spawnService(`
      const { stdout, exited } = await launch({ args: ['-c', 'echo $PPID'], cwd: '/', pipe: 'stdout' });
      for await (const pid of stdout) process.stdout.write(pid);
      await exited;
    `);
    const ended = once(service, 'exit');
    const pid = Number(await text(getStream(service.stdout)));
    expect(await ended).toEqual([0, null]);
    expect(pid).toBeGreaterThan(1);
    await eventually(() => expectEnded(pid));
  });

  it('comes to the launcher from the service, not from the signal that both get', async () => {
    const { stdin, stderr } = await shell('read -r word; echo $word >&2', 'stdin');
    const [pid] = await launchersOf(process.pid);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(Number(pid), signal);
    stdin?.end('still here\n');
    expect(await text(stderr)).toBe('still here\n');
    expect(await launchersOf(process.pid)).toEqual([pid]);
    await launcher.close();
    await expectEnded(Number(pid));
  });
});

function said({ stdout }: LaunchedProgram): Promise<string> {
  return text(getStream(stdout));
}

function getStream<T>(value: T | null): T {
  if (value === null) throw new Error('Not there');
  return value;
}

/** A process of its own with a launcher. */
function spawnService(body: string, env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const module = JSON.stringify(builtFile('src/adapters/ffmpeg/media-launcher.js'));
  const begin = `const { MediaLauncher } = await import(${module}); const launcher = new MediaLauncher();`;
  const code = `${begin} const { launch } = launcher; const close = () => launcher.close(); ${body}`;
  const service = spawnBound(process.execPath, ['--input-type=module', '--eval', code], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(service);
  return service;
}

async function launchersOf(parent: number): Promise<string[]> {
  const listed = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,command=']);
  return listed.stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid, ...command]) => Number(ppid) === parent && command.join(' ').includes('media-launcher.process'))
    .map(([pid = '']) => pid);
}

async function commandOf(pid: number): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trim();
}

/** A zombie (ended, not yet waited for by its parent) counts as ended. */
async function expectEnded(pid: number): Promise<void> {
  const state = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  expect(state.replace(/^Z.*/, '')).toBe('');
}
