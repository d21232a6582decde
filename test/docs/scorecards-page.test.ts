// docs/scorecards.md: its commands are run as they are printed, in one shell, and what it prints beneath them must come out.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/apps/running-service.js';
import { checkedClient } from '../support/clients/checked-client.js';

const page = await readFile('docs/scorecards.md', 'utf8');

interface Step {
  readonly command: string;
  /** Null where the page prints none. */
  readonly output: string | null;
}

/** The blocks of commands, each with the block of plain text that follows it. */
const steps: readonly Step[] = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```\n([\s\S]*?)^```\n)?/gm)].map(
  ([, command = '', output = null]) => ({ command, output }),
);

let service: TestService;
let folder: string;
let results: string[];

beforeAll(async () => {
  service = await startTestService({ ANALYSIS_ENGINE: 'rules' });
  folder = await mkdtemp(join(tmpdir(), 'scorecards-page-'));
  const { accessToken } = await service.openAccount();
  const { key } = await checkedClient(service.baseUrl, accessToken).apiKeys.create({ name: 'Page', mode: 'test' });
  const commands = steps
    .filter(({ command }) => !command.startsWith('export CALL_ANALYSIS_URL'))
    .map(({ command }) => `${command}\necho =====`);
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd: folder,
    env: { ...process.env, CALL_ANALYSIS_URL: service.rootUrl, CALL_ANALYSIS_API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [printed, faults] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  results = printed.split('=====\n').slice(0, -1);
  expect(faults, `After ${results.length} blocks`).toBe('');
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('prints what comes out of its commands', () => {
  const shown = steps.filter(({ command }) => !command.startsWith('export CALL_ANALYSIS_URL'));
  expect(shown.length).toBeGreaterThan(6);
  const expected = shown.map(({ output }, at) => output ?? results[at]);
  expect(results).toEqual(expected);
  expect(shown.filter(({ output }) => output !== null).length).toBeGreaterThanOrEqual(4);
});
