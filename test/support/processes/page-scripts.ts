// The scripts that a page prints whole, installed in folders of a test, and run as the page has them run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ffmpegForTests } from '../audio/audio-fixtures.js';

/** Where pages install their scripts. */
const PRINTED_BIN = '/usr/local/bin/';

export interface InstalledPage {
  readonly page: string;
  readonly folder: string;
  /** What the PBX writes. */
  readonly recordings: string;
  readonly key: string;
  /** Runs a command in a shell, as a PBX does, and waits for the sender that it starts. @throws where it fails */
  run(command: string): Promise<void>;
  /** What cron runs. @returns what it says */
  runByCron(): Promise<string>;
  /** Starts what cron runs, for a test that kills it with all that it started. */
  startByCron(): { kill(): Promise<void> };
  /** Names of the calls that are queued or refused. */
  queued(state: 'new' | 'refused'): Promise<readonly string[]>;
  /** The same scripts, for a service at another address. */
  pointTo(url: string): Promise<void>;
  remove(): Promise<void>;
}

/** @param url of the service, without `/api/v1` */
export async function installPage(file: string, url: string, key: string): Promise<InstalledPage> {
  const page = await readFile(file, 'utf8');
  const folder = await mkdtemp(join(tmpdir(), 'recipe with space '));
  const bin = join(folder, 'bin');
  const recordings = join(folder, 'recordings');
  const spool = join(folder, 'spool');
  await Promise.all([bin, recordings].map((path) => mkdir(path)));
  for (const [, name = '', script = ''] of page.matchAll(
    /^`\/usr\/local\/bin\/([\w.-]+)`[^\n]*:\n\n```sh\n([\s\S]*?)^```$/gm,
  )) {
    await writeFile(join(bin, name), script);
    await chmod(join(bin, name), 0o755);
  }
  await symlink(await ffmpegForTests(), join(bin, 'ffmpeg'));
  const settings = join(folder, 'settings.conf');
  const printed = /^```\n(url = "https:\/\/calls\.example\.com[\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  const pointTo = (address: string) =>
    writeFile(settings, printed.replace('https://calls.example.com', address).replace('sk_live_…', key), {
      mode: 0o600,
    });
  await pointTo(url);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    CALL_SPOOL: spool,
    CALL_RECORDINGS: recordings,
    CALL_SETTINGS: settings,
  };
  const queued = async (state: 'new' | 'refused') =>
    (await readdir(join(spool, state)).catch(() => [])).filter((name) => !name.startsWith('.'));
  const sender = join(bin, 'send-calls.sh');
  return {
    ...{ page, folder, recordings, key, queued, pointTo },
    run: async (command) => {
      // The folders of a test have other names than those of the page; all else is as printed.
      const moved = command.replaceAll(PRINTED_BIN, `'${bin}'/`);
      // The sender that it starts goes on behind it, and holds the pipe open.
      const child = spawn('/bin/sh', ['-c', moved], {
        env,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      const [, , , pipe] = child.stdio;
      if (pipe instanceof Readable) pipe.resume();
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`${moved} ended with ${code}`);
    },
    runByCron: async () => {
      const child = spawn(sender, [], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return out + error;
    },
    startByCron: () => {
      const child = spawn(sender, [], { env, stdio: 'ignore', detached: true });
      return {
        kill: async () => {
          if (child.pid === undefined) throw new Error('The sender did not start');
          process.kill(-child.pid, 'SIGKILL');
          await once(child, 'exit');
        },
      };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
