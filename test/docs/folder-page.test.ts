// docs/intake/folder.md: its commands are run as they are printed, and tell what the page shows; its forms of naming are read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readNaming } from '../../src/commands/watch/recording-naming.js';
import { builtFile } from '../support/processes/build.js';
import { until } from '../support/processes/until.js';
import { type AcceptingService, startAcceptingService } from '../support/stubs/accepting-service.js';

let page: string;
let folder: string;
let service: AcceptingService;
beforeEach(async () => {
  page = await readFile('docs/intake/folder.md', 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
  service = await startAcceptingService();
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Without what differs from run to run. */
const lasting = (lines: string) =>
  lines
    .replaceAll(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm, 'TIME')
    .replaceAll(/-> \S+/g, '-> ID')
    .replaceAll(/\(E[A-Z]+\)/g, '(CODE)')
    .replaceAll(/is in \d+ s/g, 'is in N s')
    .trim()
    .split('\n');

it('takes recordings as the page shows it', async () => {
  const [, command = '', shown = ''] = /```sh\n(?:export .*\n)(.*)\n```\n\n```\n([\s\S]*?)```/.exec(page) ?? [];
  const [, name = ''] = /taken +(\S+)/.exec(shown) ?? [];
  for (const file of [name, 'test.wav']) {
    await writeFile(join(folder, file), file);
    await utimes(join(folder, file), 1_700_000_000 + file.length, 1_700_000_000);
  }
  builtFile('program/call-analysis.js');
  const shell = spawn('bash', ['-c', `exec ${command.replace('/var/recordings', folder)} --parallel 1`], {
    env: { ...process.env, CALL_ANALYSIS_URL: service.url, CALL_ANALYSIS_API_KEY: 'sk_test_key' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  shell.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(async () => output.includes('taken') && output.includes('refused'), 'both recordings');
  await service.close();
  service = await startAcceptingService();
  await writeFile(join(folder, 'a_b_20261120-095900.wav'), 'another');
  await utimes(join(folder, 'a_b_20261120-095900.wav'), 1_700_000_000, 1_700_000_000);
  await until(async () => output.includes('waiting'), 'the wait');
  process.kill(-(shell.pid ?? 0), 'SIGTERM');
  await once(shell, 'exit');
  const [, taken, refused, waiting] = lasting(output);
  const [, shownTaken, shownRefused, shownWaiting] = lasting(shown);
  expect([taken, refused].toSorted()).toEqual([shownTaken, shownRefused].toSorted());
  expect(waiting).toBe(shownWaiting);
  expect(service.calls, 'calls of the service that went away').toEqual([]);
});

/** A recording that has settled. */
async function record(name: string, bytes = name): Promise<void> {
  await writeFile(join(folder, name), bytes);
  await utimes(join(folder, name), 1_700_000_000, 1_700_000_000);
}

/** @returns its exit code */
async function runIn(shell: string, command: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  builtFile('program/call-analysis.js');
  const ran = spawn(shell, ['-c', command], { env, stdio: 'ignore' });
  const [code] = await once(ran, 'exit');
  return code;
}

it('runs in the image by the command that the page shows', async () => {
  const [, variables = '', image = '', command = ''] =
    /^docker run -v \/var\/recordings:\/recordings ((?:-e \w+ )+)\\\n {2}(\S+) (call-analysis watch \/recordings .*)$/m.exec(
      page,
    ) ?? [];
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(image).toBe(`call-analysis:${version}`);
  // The image has the program under this name.
  expect(await readFile('docker/Dockerfile', 'utf8')).toContain(
    'ln -s /app/dist/program/call-analysis.js /usr/local/bin/call-analysis',
  );
  const programs = join(folder, '.bin');
  await mkdir(programs);
  await symlink(resolve('dist/program/call-analysis.js'), join(programs, 'call-analysis'));
  await record('any.wav');
  const given: Readonly<Record<string, string>> = {
    CALL_ANALYSIS_URL: service.url,
    CALL_ANALYSIS_API_KEY: 'sk_test_key',
  };
  const named = [...variables.matchAll(/-e (\w+)/g)].map(([, name = '']) => [name, given[name] ?? '']);
  const env = {
    PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
    NODE_ENV: 'production',
    DATA_DIR: '/data',
    ...Object.fromEntries(named),
  };
  expect(await runIn('sh', `${command.replace('/recordings', folder)} --once`, env)).toBe(0);
  expect(service.calls.map(({ fields }) => [fields.agent_id, fields.contact_id])).toEqual([['desk', 'unknown']]);
});

it('runs by cron by the line that the page shows, and ends with the codes of its table', async () => {
  const [, settings = ''] = /^```\n(export CALL_ANALYSIS_URL[\s\S]*?)^```/m.exec(page) ?? [];
  const [, line = ''] = /^\*\/5 \* \* \* \* recorder (.*)$/m.exec(page) ?? [];
  expect(line, 'cron ends a command at the first %').not.toContain('%');
  const codes = [...page.matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code));
  expect(codes).toEqual([0, 1, 2, 3]);
  const file = join(folder, '.env');
  const write = () =>
    writeFile(
      file,
      settings
        .replace('https://calls.example.com', service.url)
        .replace('sk_live_…', 'sk_test_key')
        .replace('PATH=', `PATH=${dirname(process.execPath)}:`),
    );
  const command = line
    .replace('/etc/call-analysis.env', file)
    .replace('/opt/call-analysis', process.cwd())
    .replace('/var/recordings', folder)
    .replace('…', '{agent_id}_{contact_id}.wav');
  // As cron has it: nothing else.
  const run = (more = '') => runIn('/bin/sh', command + more, { PATH: '/usr/bin:/bin', HOME: folder });
  await write();
  await record('a_b.wav');
  expect(await run(), 'each recording is a call').toBe(0);
  expect(service.calls.map(({ fields }) => [fields.agent_id, fields.contact_id])).toEqual([['a', 'b']]);
  await record('test.wav');
  expect(await run(), 'one is refused').toBe(1);
  expect(await run(' --settle never'), 'the command line is wrong').toBe(2);
  await record('c_d.wav');
  await service.close();
  expect(await run(), 'the service is away').toBe(3);
  service = await startAcceptingService();
  await write();
  expect(await run(), 'the next run goes on').toBe(0);
  expect(service.calls.map(({ fields }) => fields.contact_id)).toEqual(['d']);
});

it('names forms that are read', () => {
  const [, table = ''] = /\| `--naming` \| What it reads \|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const forms = [...table.matchAll(/`'?([^`]*?)'?`/g)].map(([, form = '']) => form).filter((form) => form !== '/');
  expect(forms, 'forms').toHaveLength(5);
  expect(forms.map((form) => Object.keys(readNaming(form))[0])).toEqual([
    'pattern',
    'pattern',
    'sidecar',
    'preset',
    'preset',
  ]);
});
