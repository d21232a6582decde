// A service whose engines are of each provider: a call goes through each of them, and says which it was.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { finalAnalysis, PARTIES, startTestService, uploadOf } from '../../support/apps/running-service.js';
import { recordedCall } from '../../support/builders/scripted-call.js';
import { checkedPaths } from '../../support/clients/checked-paths.js';
import { messageWith, startAnthropicStub } from '../../support/stubs/anthropic-stub.js';
import { assemblyAiTranscript, startAssemblyAi } from '../../support/stubs/assemblyai-contract.js';
import { deepgramAnswer, deepgramRefusalOf } from '../../support/stubs/deepgram-contract.js';
import { ANALYSIS } from '../../support/stubs/openai-analysis.js';
import { startVendorStub } from '../../support/stubs/vendor-stub.js';

const WORDS = [
  ['Hello', 1],
  ['there', 2],
] as const;

it('hears calls by Deepgram and AssemblyAI, and judges them by Anthropic', async () => {
  const deepgram = await startVendorStub(deepgramRefusalOf, ({ method }) =>
    method === 'GET'
      ? { body: { stt: [] } }
      : deepgramAnswer(
          WORDS.map(([word, start]) => ({
            word,
            punctuated_word: word,
            start,
            end: start + 0.4,
            confidence: 0.9 + start / 100,
          })),
        ),
  );
  const transcript = assemblyAiTranscript(
    WORDS.map(([text, start]) => ({
      text,
      start: start * 1000,
      end: start * 1000 + 400,
      confidence: 0.9 + start / 100,
      speaker: null,
    })),
  );
  const assemblyai = await startAssemblyAi({ transcript });
  const anthropic = await startAnthropicStub({ answer: () => messageWith(ANALYSIS) });
  const engine = (provider: string, task: string, { baseUrl }: { readonly baseUrl: string }, model: string) => ({
    task,
    provider,
    base_url: baseUrl.replace(/\/v1$/, ''),
    model,
    api_key_env: 'VENDOR_KEY',
    offered: true,
  });
  const engines = {
    deepgram: engine('deepgram', 'transcription', deepgram, 'nova-3'),
    assemblyai: engine('assemblyai', 'transcription', assemblyai, 'universal-3-pro'),
    anthropic: engine('anthropic', 'analysis', anthropic, 'careful-1'),
  };
  const file = join(tmpdir(), `engines-${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ engines, default: { transcription: 'deepgram' } }));
  const service = await startTestService({ ENGINES_FILE: file, VENDOR_KEY: '0123456789abcdef0123456789abcdef' });
  onTestFinished(async () => {
    await service.stop();
    await anthropic.close();
  });
  const api = checkedPaths(service.baseUrl, (await service.openAccount()).liveKey);
  for (const name of ['deepgram', 'assemblyai']) {
    const fields = { ...PARTIES, transcription_engine: name };
    const { id } = await api.post('/analysis', { body: uploadOf(recordedCall(), fields) });
    const analysis = await finalAnalysis(api, id);
    expect(analysis).toBeInStatus('completed');
    expect(analysis.transcript?.text).toContain('Hello');
    expect(analysis.metadata.engine).toMatchObject({
      analysis: 'anthropic:careful-1',
      transcription_engine: { name, provider: name },
      analysis_engine: { name: 'anthropic', provider: 'anthropic', model: 'careful-1' },
    });
  }
});
