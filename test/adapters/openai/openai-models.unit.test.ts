import { afterEach, describe, expect, it } from 'vitest';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import { checkModels } from '../../../src/adapters/openai/openai-models.js';
import type { EngineRemark } from '../../../src/adapters/vendor/engine-remark.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import { refuse, type StubAnswer, startOpenAiStub } from '../../support/stubs/openai-stub.js';

const open: Array<{ close(): Promise<void> }> = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function check(answer: StubAnswer, models: readonly string[]): Promise<readonly EngineRemark[]> {
  const stub = await startOpenAiStub({ models: () => answer });
  const client = new OpenAiClient({ baseUrl: stub.baseUrl, apiKey: '', gate: new Semaphore(1) });
  open.push(client, stub);
  return checkModels(client, 'transcription', models);
}

const listed = (...data: object[]): StubAnswer => ({ body: { object: 'list', data } });

describe('configured models at start-up', () => {
  it('says nothing of models that are listed', async () => {
    expect(await check(listed({ id: 'gpt-transcribe', shutdown_date: null }), ['gpt-transcribe'])).toEqual([]);
  });

  it('takes `name:latest` for the model `name`', async () => {
    expect(await check(listed({ id: 'whisper:latest' }), ['whisper'])).toEqual([]);
  });

  it('warns once of a missing model and of a shutdown date', async () => {
    const answer = listed({ id: 'gpt-4o-transcribe-diarize', shutdown_date: '2027-02-26T00:00:00Z' });
    expect(await check(answer, ['gpt-transcribe', 'gpt-transcribe', 'gpt-4o-transcribe-diarize'])).toEqual([
      { level: 'warn', sentence: 'The transcription provider does not list the configured model gpt-transcribe.' },
      {
        level: 'warn',
        sentence: 'The configured transcription model gpt-4o-transcribe-diarize shuts down on 2027-02-26.',
      },
    ]);
  });

  it.each<[string, StubAnswer]>([
    ['404', refuse(404, 'no such path')],
    ['405', refuse(405, 'no such method')],
    ['501', refuse(501, 'not implemented')],
    ['a page', { body: '<html>Welcome</html>' }],
    ['another shape', { body: { models: [] } }],
    ['JSON that is cut off', { body: '{"data":[', headers: { 'content-type': 'application/json' } }],
  ])('notes that a server keeps no list, and warns of nothing: %s', async (_name, answer) => {
    expect(await check(answer, ['base.en', 'pyannote'])).toEqual([
      {
        level: 'info',
        sentence:
          'The transcription provider does not list its models: whether it offers base.en, pyannote is not known.',
      },
    ]);
  });

  it('rejects when the key is refused', async () => {
    await expect(check(refuse(401, 'Incorrect API key'), ['gpt-transcribe'])).rejects.toMatchObject({
      message: "The transcription provider does not accept this service's credentials.",
      pausesEngine: true,
    });
  });
});
