// The built program against stand-ins of each provider, as an operator starts it.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../support/processes/build.js';
import { messageWith, startAnthropicStub } from '../support/stubs/anthropic-stub.js';
import { assemblyAiTranscript, startAssemblyAi } from '../support/stubs/assemblyai-contract.js';
import { deepgramAnswer, deepgramRefusalOf } from '../support/stubs/deepgram-contract.js';
import { completeWith, refuse, type StubAnswering, startOpenAiStub } from '../support/stubs/openai-stub.js';
import { startVendorStub } from '../support/stubs/vendor-stub.js';

const KEY = '0123456789abcdef0123456789abcdef';
const ANSWER = { caller_matter: 'charged twice', weeks_waited: 2, wants_call_back: true };
const spoken = (word: string, start: number) => ({ word, start, end: start + 0.4, confidence: 0.9 + start / 100 });

async function run(engines: object, ...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'engines-check-command-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'engines.json');
  await writeFile(file, JSON.stringify({ engines, default: { transcription: 'centre', analysis: 'careful' } }));
  const env = { PATH: process.env.PATH, ENGINES_FILE: file, VENDOR_KEY: KEY, TMPDIR: folder };
  const program = [builtFile('program/call-analysis.js'), 'engines:check', ...args];
  const ran = await new Promise<{ code: unknown; out: string; error: string }>((resolve) =>
    execFile(process.execPath, program, { cwd: folder, env }, (failed, out, error) =>
      resolve({ code: failed?.code ?? 0, out, error }),
    ),
  );
  return { ...ran, left: await readdir(folder) };
}

const engine = (task: string, provider: string, baseUrl: string, more: object = {}) => ({
  task,
  provider,
  base_url: baseUrl,
  model: 'm-1',
  api_key_env: 'VENDOR_KEY',
  ...more,
});

/** Cells of the row of an engine. */
const rowOf = (out: string, name: string) =>
  out
    .split('\n')
    .find((line) => line.startsWith(`  ${name} `))
    ?.trim()
    .split(/ {2,}/);
/** What is said below the row. */
const remarksOn = (out: string, name: string) =>
  out
    .split(new RegExp(`^  ${name} .*\n`, 'm'))[1]
    ?.split(/^ {0,2}\S/m)[0]
    ?.replace(/\s+/g, ' ')
    .trim();

it('says what each engine can do and costs, or what is wrong with it, and leaves nothing behind', async () => {
  const asked = (chat: StubAnswering) => {
    const starting = startOpenAiStub({ chat });
    onTestFinished(async () => (await starting).close());
    return starting.then(({ baseUrl }) => baseUrl);
  };
  const anthropic = await startAnthropicStub({ answer: () => messageWith(ANSWER) });
  onTestFinished(() => anthropic.close());
  const deepgram = await startVendorStub(deepgramRefusalOf, ({ query }) =>
    deepgramAnswer(
      [spoken('Thank', 0.2), spoken('you', 0.7)].map((word) => ({
        ...word,
        punctuated_word: word.word,
        ...(query.has('diarize_model') && { speaker: 0 }),
      })),
    ),
  );
  const transcript = assemblyAiTranscript([
    { text: 'Thank', start: 200, end: 500, confidence: 0.9, speaker: null },
    { text: 'you', start: 600, end: 900, confidence: 0.8, speaker: null },
  ]);
  const assemblyai = await startAssemblyAi({ transcript });
  const azure = await asked(({ json }) =>
    json !== null && 'max_tokens' in json
      ? refuse(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
      : completeWith(ANSWER),
  );
  const ignores = await asked(({ json }) =>
    JSON.stringify(json).includes('The schema: {') ? completeWith(ANSWER) : completeWith('Charged twice.'),
  );
  const never = await asked(() => completeWith('Charged twice.'));
  const echoes = await startOpenAiStub({
    transcribe: () => refuse(401, `Unknown: ${KEY}`),
    chat: () => refuse(401, 'Incorrect API key'),
  });
  onTestFinished(() => echoes.close());
  const { code, out, error, left } = await run({
    centre: engine('transcription', 'deepgram', deepgram.baseUrl, { model: 'nova-3', price_per_minute: 0.0043 }),
    queue: engine('transcription', 'assemblyai', assemblyai.baseUrl, { model: 'universal-3-pro' }),
    echoes: engine('transcription', 'openai', echoes.baseUrl),
    careful: engine('analysis', 'anthropic', anthropic.baseUrl.replace(/\/v1$/, ''), {
      prices: { input: 3, output: 15 },
    }),
    azure: engine('analysis', 'openai', azure),
    ignores: engine('analysis', 'openai', ignores),
    never: engine('analysis', 'openai', never),
    refused: engine('analysis', 'openai', echoes.baseUrl),
    unknown: engine('analysis', 'openai', `${never}/elsewhere`),
    away: engine('analysis', 'openai', 'http://127.0.0.1:1/v1'),
    rules: { task: 'analysis', provider: 'rules' },
  });
  const cells = (name: string) =>
    rowOf(out, name)
      ?.slice(3)
      .filter((cell) => !/^\d+\.\d$/.test(cell));
  expect(cells('centre')).toEqual(['of words', 'told', 'one by one', 'en', 'told', '$0.0215']);
  expect(cells('queue')).toEqual(['of words', 'not told', 'one by one', 'en', 'told', 'no price stated']);
  expect(cells('careful')).toEqual(['native form', 'max_tokens', 'told', 'about $0.0381']);
  expect(cells('azure')).toEqual(['native form', 'max_completion_tokens', 'told', 'no price stated']);
  expect(cells('ignores')).toEqual(['in words', 'max_tokens', 'told', 'no price stated']);
  expect(cells('rules')?.at(-1)).toBe('nothing');
  expect(remarksOn(out, 'never')).toMatch(/^wrong: The model gives no JSON/);
  expect(remarksOn(out, 'refused')).toMatch(/^wrong: The key is refused/);
  expect(remarksOn(out, 'unknown')).toMatch(/^wrong: The server does not know the model/);
  expect(remarksOn(out, 'away')).toMatch(/^wrong: The server cannot be reached/);
  expect(remarksOn(out, 'echoes')).toMatch(/^wrong: The key is refused.+Unknown: \[key\]/);
  expect(out).toMatch(/No answer from echoes, never, refused, unknown, away\.\n$/);
  expect(out + error).not.toContain(KEY);
  expect({ code, error, left }).toEqual({ code: 1, error: '', left: ['engines.json'] });
  const kept = assemblyai.jobs.filter(({ audio_url: url }) => !url.endsWith('deleted_by_user'));
  expect([assemblyai.jobs.length, kept]).toEqual([2, []]);
});

it('asks the named engine alone, and succeeds where it answers', async () => {
  const { baseUrl, close, requests } = await startOpenAiStub({ chat: () => completeWith(ANSWER) });
  onTestFinished(close);
  const engines = {
    careful: engine('analysis', 'openai', baseUrl),
    other: engine('analysis', 'openai', 'http://127.0.0.1:1/v1'),
    centre: engine('transcription', 'openai', 'http://127.0.0.1:1/v1'),
  };
  const one = await run(engines, 'careful');
  expect([one.code, rowOf(one.out, 'other'), requests.length]).toEqual([0, undefined, 1]);
  expect(one.out).toMatch(/All engines answered\.\n$/);
  expect(await run(engines, 'nosuch')).toMatchObject({
    code: 2,
    error: 'There is no engine nosuch: they are careful, other, centre.\n',
  });
});
