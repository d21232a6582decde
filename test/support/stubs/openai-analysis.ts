// A call and a model's analysis of it, and an analyst that asks a stub of the provider.
import { onTestFinished } from 'vitest';
import type { AnalysisOutput } from '../../../src/adapters/model/analysis-prompt.js';
import { ModelCallAnalyst } from '../../../src/adapters/model/model.call-analyst.js';
import { ModelFormJudge } from '../../../src/adapters/model/model.form-judge.js';
import { ModelSpanProposer } from '../../../src/adapters/model/model.span-proposer.js';
import type { BackgroundTier } from '../../../src/adapters/model/model-asker.js';
import { OpenAiAsker } from '../../../src/adapters/openai/judging/openai-asker.js';
import { OpenAiClient } from '../../../src/adapters/openai/openai-client.js';
import { Semaphore } from '../../../src/platform/concurrency/semaphore.js';
import type { ModelPrice } from '../../../src/platform/config/engines/engine-spec.js';
import type { EngineLearning } from '../../../src/platform/operations/engine-learning.js';
import type { ProviderCall } from '../../../src/platform/operations/provider-calls.js';
import type { CallToAnalyse } from '../../../src/ports/call-analyst.js';
import { eachFinding } from '../../../src/ports/findings.js';
import type { Segment } from '../../../src/ports/transcript.js';
import { PROVIDER_SECRET } from './openai-failures.js';
import { type OpenAiStub, type StubAnswer, type StubRequest, startOpenAiStub } from './openai-stub.js';

export interface AnalystSetting {
  /** Default: as the analyst chooses for the stub's host, which is `chat`. */
  readonly api?: 'responses' | 'chat';
  /** The stub's answer to both APIs. Default: the smallest answer that fits the schema. */
  readonly answer?: (request: StubRequest) => StubAnswer | undefined;
  readonly maxMessageCharacters?: number;
  readonly learning?: EngineLearning;
  readonly background?: BackgroundTier;
  readonly deadlineMs?: number;
  /** Default: the stub's. */
  readonly baseUrl?: string;
  /** The stub's list of models. */
  readonly models?: StubAnswer;
  readonly warn?: (sentence: string) => void;
  readonly onCall?: (call: ProviderCall) => void;
}

/** Call it within a test: the stub and the client are closed when the test has finished. */
export async function startAnalyst({
  answer,
  baseUrl,
  models,
  warn = () => undefined,
  onCall = () => undefined,
  deadlineMs = 600_000,
  ...options
}: AnalystSetting): Promise<{ analyst: ModelCallAnalyst; stub: OpenAiStub }> {
  const stub = await startOpenAiStub({
    respond: (request) => answer?.(request),
    chat: (request) => answer?.(request),
    models: () => models,
  });
  const client = new OpenAiClient({
    baseUrl: baseUrl ?? stub.baseUrl,
    apiKey: PROVIDER_SECRET,
    gate: new Semaphore(4),
    deadlineMs,
    onCall,
  });
  onTestFinished(async () => {
    await Promise.all([client.close(), stub.close()]);
  });
  const asker = new OpenAiAsker({ client, model: 'gpt-6-luna', ...options });
  return { analyst: new ModelCallAnalyst({ asker, warn }), stub };
}

export interface FormJudgeSetting {
  readonly api?: 'responses' | 'chat';
  readonly baseUrl?: string;
  readonly answer?: (request: StubRequest) => StubAnswer | undefined;
  readonly price?: ModelPrice | null;
  readonly backgroundPrice?: ModelPrice | null;
  readonly background?: BackgroundTier;
  readonly onCall?: (call: ProviderCall) => void;
}

/** As {@link startAnalyst}. */
export async function startFormJudge({
  answer,
  baseUrl,
  price = null,
  backgroundPrice = null,
  onCall,
  ...options
}: FormJudgeSetting): Promise<{ judge: ModelFormJudge; stub: OpenAiStub }> {
  const stub = await startOpenAiStub({ respond: (request) => answer?.(request), chat: (request) => answer?.(request) });
  const client = new OpenAiClient({
    baseUrl: baseUrl ?? stub.baseUrl,
    apiKey: PROVIDER_SECRET,
    gate: new Semaphore(4),
    ...(onCall && { onCall }),
  });
  onTestFinished(async () => {
    await Promise.all([client.close(), stub.close()]);
  });
  return {
    judge: new ModelFormJudge({
      asker: new OpenAiAsker({ client, model: 'gpt-6-luna', ...options }),
      price,
      backgroundPrice,
    }),
    stub,
  };
}

export interface SpanProposerSetting {
  readonly api?: 'responses' | 'chat';
  readonly answer?: (request: StubRequest) => StubAnswer | undefined;
  readonly onCall?: (call: ProviderCall) => void;
}

/** As {@link startAnalyst}. */
export async function startSpanProposer({
  answer,
  onCall,
  ...options
}: SpanProposerSetting): Promise<{ proposer: ModelSpanProposer; stub: OpenAiStub }> {
  const stub = await startOpenAiStub({ respond: (request) => answer?.(request), chat: (request) => answer?.(request) });
  const client = new OpenAiClient({
    baseUrl: stub.baseUrl,
    apiKey: PROVIDER_SECRET,
    gate: new Semaphore(4),
    ...(onCall && { onCall }),
  });
  onTestFinished(async () => {
    await Promise.all([client.close(), stub.close()]);
  });
  return {
    proposer: new ModelSpanProposer({ asker: new OpenAiAsker({ client, model: 'gpt-6-luna', ...options }) }),
    stub,
  };
}

/** One segment a second, on channel 0 unless the line names another. */
export function callOf(
  ...lines: ReadonlyArray<readonly [Segment['speaker'], string, (number | null)?]>
): CallToAnalyse {
  const segments = lines.map(([speaker, text, channel = 0], id): Segment => {
    return { id, speaker, channel, startMs: id * 1000, endMs: id * 1000 + 900, text, confidence: null, words: null };
  });
  return { segments, language: 'en', outputLanguage: null, durationMs: lines.length * 1000, spotted: [] };
}

export const CALL = callOf(
  ['agent', 'Thank you for calling Acme, this is Dana.'],
  ['customer', 'Hi, I would like to change my plan.'],
);
export const NOT_MET = { met: false, confidence: 0.5, quotes: [] };
export const ANALYSIS: AnalysisOutput = {
  findings: {
    ...eachFinding(() => NOT_MET),
    greeting: { met: true, confidence: 0.95, quotes: [{ segment_id: 0, quote: 'Thank you for calling Acme' }] },
  },
  missing_disclosures: ['call_recording'],
  violations: [
    {
      rule: 'card_security_code_requested',
      confidence: 0.8,
      quotes: [{ segment_id: 0, quote: 'this is Dana' }],
    },
  ],
  sentiment: { overall: 'positive', customer: 'neutral', agent: 'positive' },
  customer_effort_score: 2,
  strengths: ['Greeted warmly.'],
  recommendations: ['Mention the recording.'],
  summary: 'The customer asked for a change. It was noted.',
  manipulation_suspected: false,
};

/** The body of an analysis request, of either API. */
export interface SentBody {
  readonly instructions?: string;
  readonly input?: ReadonlyArray<{ readonly content: string }>;
  readonly messages?: ReadonlyArray<{ readonly role: string; readonly content: string }>;
  readonly text?: { readonly format: ResponseFormat };
  readonly response_format?: { readonly type: string; readonly json_schema?: ResponseFormat };
}

interface ResponseFormat {
  readonly name: string;
  readonly schema: unknown;
}

export function bodyOf(request: StubRequest | undefined): SentBody {
  return request?.json ?? {};
}

export function formatOf(request: StubRequest | undefined): ResponseFormat | undefined {
  const { text, response_format: format } = bodyOf(request);
  return text?.format ?? format?.json_schema;
}
