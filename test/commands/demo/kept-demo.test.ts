// The demo as it is built, left running: what a newcomer finds behind the address that it prints. [whole]
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnBound } from '../../../bench/measure/bound-process.mjs';
import { CallAnalysis } from '../../../clients/typescript/src/index.js';
import { providerSettings, startScriptedProvider } from '../../support/builders/scripted-call.js';
import { builtFile } from '../../support/processes/build.js';
import { until } from '../../support/processes/until.js';

const START_MS = 240_000;

it('leaves an account with every sample, judged by a published form, and prints how to come in', async () => {
  const provider = await startScriptedProvider();
  const dataDir = await mkdtemp(join(tmpdir(), 'kept-demo-'));
  const demo = spawnBound(process.execPath, [builtFile('program/call-analysis.js'), 'demo', '--keep', '--offline'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      CACHE_DIR: join('.data', 'cache'),
      ...providerSettings(provider),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  demo.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const printed = (name: string) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(output)?.[1];
  try {
    const url = await until(
      async () => {
        if (demo.exitCode !== null) throw new Error(`The demo ended with ${demo.exitCode}:\n${output}`);
        return printed('API key') && printed('Console');
      },
      'the address of the console',
      START_MS,
    );
    const page = await fetch(url);
    await expect(page).toAnswer(200);
    expect(await page.text()).toContain('<div id="console"></div>');
    const anonymous = new CallAnalysis({ baseUrl: url.replace(/\/app$/, '') });
    const credentials = { email: printed('E-mail') ?? '', password: printed('Password') ?? '' };
    const { access_token } = await anonymous.auth.logIn(credentials);
    const client = anonymous.withApiKey(access_token);
    await until(async () => output.match(/^ {2}judged /gm)?.length === 2, 'the other samples', START_MS);
    const { data } = await client.analyses.list();
    expect(data.map(({ call, status }) => `${call.agent_id} ${status}`).sort()).toEqual([
      'agent-12 completed',
      'agent-3 completed',
      'agent-7 completed',
    ]);
    const { items: cards } = await client.scorecards.list();
    expect(cards.map(({ name, revision }) => [name, revision])).toEqual([['Service line', 1]]);
    for (const { id, call } of data) {
      const { items } = await client.evaluations.listOfAnalysis(id);
      expect(
        items.map(({ status }) => status),
        call.agent_id,
      ).toEqual(['completed']);
    }
    demo.kill('SIGINT');
    const [code] = await once(demo, 'exit');
    expect(code, 'exit code of the demo').toBe(0);
  } finally {
    if (demo.exitCode === null && demo.signalCode === null) {
      demo.kill('SIGKILL');
      await once(demo, 'exit');
    }
    await provider.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
