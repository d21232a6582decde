// Runs the commands of a page as they are printed, in one shell, against a service with a test key.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTestService } from '../support/apps/running-service.js';
import { checkedClient } from '../support/clients/checked-client.js';

export interface PlayedStep {
  /** What the page prints beneath the command; null where it prints nothing. */
  readonly shown: string | null;
  /** Undefined where the shell ended before. */
  readonly printed: string | undefined;
}

export interface PlayedPage {
  readonly steps: readonly PlayedStep[];
  /** What the commands wrote as errors. */
  readonly faults: string;
}

/** Names the address and the key, which here come from the test. */
const isOfReader = (command: string) => command.startsWith('export CALL_ANALYSIS_URL');

export async function playPage(file: string): Promise<PlayedPage> {
  const page = await readFile(file, 'utf8');
  // The blocks of commands, each with the block of plain text that follows it.
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n```\n([\s\S]*?)^```\n)?/gm)]
    .map(([, command = '', shown = null]) => ({ command, shown }))
    .filter(({ command }) => !isOfReader(command));
  const service = await startTestService({ ANALYSIS_ENGINE: 'rules' });
  const folder = await mkdtemp(join(tmpdir(), 'page-'));
  try {
    const { accessToken } = await service.openAccount();
    const { key } = await checkedClient(service.baseUrl, accessToken).apiKeys.create({ name: 'Page', mode: 'test' });
    const commands = blocks.map(({ command }) => `${command}\necho =====`).join('\n');
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: folder,
      env: {
        ...process.env,
        CALL_ANALYSIS_URL: service.rootUrl,
        CALL_ANALYSIS_API_KEY: key,
        CALL_ANALYSIS_TOKEN: accessToken,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [printed, faults] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    const results = printed.split('=====\n').slice(0, -1);
    return { steps: blocks.map(({ shown }, at) => ({ shown, printed: results[at] })), faults };
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
