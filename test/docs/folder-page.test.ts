// docs/intake/folder.md: its command is run as it is printed, and tells what the page shows; its forms of naming are read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
