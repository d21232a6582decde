// Runs a sample call, and one that fails, through the whole service, and keeps the responses.

import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { type Analysis, CallAnalysis, type Evaluation } from '../../../../clients/typescript/src/index.js';
import { FfmpegAudioDecoder } from '../../../adapters/ffmpeg/ffmpeg.audio-decoder.js';
import { FfmpegRecordingMasker } from '../../../adapters/ffmpeg/masking/ffmpeg.recording-masker.js';
import { MediaLauncher } from '../../../adapters/ffmpeg/media-launcher.js';
import { resolveFfmpeg } from '../../../adapters/ffmpeg/resolve-ffmpeg.js';
import { NoFormJudge } from '../../../adapters/no.form-judge.js';
import { NoSpanProposer } from '../../../adapters/no.span-proposer.js';
import { NoVoiceSeparation } from '../../../adapters/no.voice-separation.js';
import { RulesCallAnalyst } from '../../../adapters/rules/rules.call-analyst.js';
import type { Config } from '../../../platform/config/config.js';
import { EngineLearning } from '../../../platform/operations/engine-learning.js';
import { ProviderCalls } from '../../../platform/operations/provider-calls.js';
import { VendorJobsLink } from '../../../ports/vendors/vendor-jobs.js';
import { startService } from '../../../program/service.js';
import { DemoClient } from '../../demo/demo-client.js';
import { sampleScorecard } from '../../demo/demo-scorecard.js';
import { type ReviewRun, runSampleReview } from './run-sample-review.js';
import { runSampleScorecard, type ScorecardRun } from './run-sample-scorecard.js';
import { ScriptedSpeech } from './scripted-speech.js';

/** `npm run openapi` runs in the repository's folder. */
const SAMPLES = 'samples';
const SAMPLE = 'bad-call';
/** Bytes that begin like a recording and have no audio. */
const NO_RECORDING = 'RIFF\x24\0\0\0WAVEfmt This is not a recording.';
const FINAL_TIMEOUT_MS = 120_000;

export interface SampleRun {
  readonly analyses: AnalysisRun;
  readonly scorecards: ScorecardRun & {
    /** Evaluation after a person has corrected one answer and given another. */
    readonly reviewed: Evaluation;
  };
  readonly reviews: ReviewRun;
  /** Call that kept the worker busy. */
  readonly other: Pick<Analysis, 'id'>;
}

/** Responses and events exactly as clients receive them. */
export interface AnalysisRun {
  /** Response to the submission. Earlier calls occupy the only slot of the worker. */
  readonly accepted: Analysis;
  /** Response while the second of two pieces is transcribed. */
  readonly processing: Analysis;
  readonly completed: Analysis;
  readonly failed: Analysis;
  readonly list: unknown;
  readonly completedSummary: unknown;
  readonly summaryList: unknown;
  /** First event, received together with `processing`, and last event. */
  readonly events: readonly [first: string, last: string];
  readonly completedNotification: unknown;
  readonly failedNotification: unknown;
}

/** @param config configuration of an empty service */
export async function runSampleCall(config: Config): Promise<SampleRun> {
  // The sample call is submitted twice: the first one only keeps the worker busy. Each stops before its second piece.
  const gates = { first: new Gate(), second: new Gate() };
  const gateAt = new Map([
    [1, gates.first],
    [3, gates.second],
  ]);
  const launcher = new MediaLauncher();
  const { program } = await resolveFfmpeg(config.ffmpegPath);
  const speechToText = await ScriptedSpeech.of(join(SAMPLES, `${SAMPLE}.reference.json`), async (index) =>
    gateAt.get(index)?.pass(),
  );
  const engines = {
    decoder: new FfmpegAudioDecoder({ program, launch: launcher.launch }),
    masker: new FfmpegRecordingMasker({ program, launch: launcher.launch }),
    speechToText,
    voiceSeparation: new NoVoiceSeparation(),
    analyst: new RulesCallAnalyst(),
    formJudge: new NoFormJudge(),
    spanProposer: new NoSpanProposer(),
    calls: new ProviderCalls(),
    learning: new EngineLearning(),
    vendorJobs: new VendorJobsLink(),
    checks: [],
    close: () => launcher.close(),
  };
  const receiver = await Receiver.open();
  const logger = pino({ level: 'silent' });
  const service = await startService({
    announce: () => undefined,
    config: { ...config, worker: { ...config.worker, concurrency: 1, providerConcurrency: 1 } },
    logger,
    engines,
  });
  try {
    const baseUrl = `http://127.0.0.1:${config.http.port}`;
    const account = new DemoClient(baseUrl, () => undefined);
    await account.openAccount(config.mail.outboxDir);
    return await submitAll({ baseUrl, key: account.key, gates, receiver });
  } finally {
    for (const gate of Object.values(gates)) gate.open();
    await service.stop();
    await receiver.close();
  }
}

interface Stage {
  readonly baseUrl: string;
  readonly key: string;
  readonly gates: { readonly first: Gate; readonly second: Gate };
  readonly receiver: Receiver;
}

async function submitAll({ baseUrl, key, gates, receiver }: Stage): Promise<SampleRun> {
  const api = new CallAnalysis({ baseUrl, apiKey: key });
  const recording = await openAsBlob(join(SAMPLES, `${SAMPLE}.ogg`));
  const other = await submit(api, recording, null);
  await gates.first.reached;
  const broken = await submit(api, new Blob([NO_RECORDING]), receiver.url);
  const accepted = await submit(api, recording, receiver.url);
  gates.first.open();
  const failedNotification = await receiver.next('analysis.failed');

  const { id } = accepted;
  await gates.second.reached;
  const processing = await api.analyses.get(id);
  const events = await followEvents(`${baseUrl}/api/v1/analysis/${id}/events`, key, () => gates.second.open());
  const completedNotification = await receiver.next('analysis.completed');
  const analyses = {
    accepted,
    processing,
    completed: await api.analyses.get(id),
    failed: await api.analyses.get(broken.id),
    list: await api.analyses.list({ limit: 2 }),
    completedSummary: await api.analyses.getSummary(id),
    summaryList: await api.analyses.listSummaries({ limit: 2 }),
    events,
    completedNotification,
    failedNotification,
  };
  const sample = sampleScorecard(pathToFileURL(join(SAMPLES, 'scorecards', 'service-line.json')));
  if (sample === null) throw new Error('There is no sample of a scorecard');
  const next = (event: string) => receiver.next(event);
  const scorecards = await runSampleScorecard(api, { analysisId: id, sample, webhookUrl: receiver.url, next });
  const { run: reviews, evaluation: reviewed } = await runSampleReview(api, {
    analysisId: id,
    otherAnalysisId: other.id,
    evaluationId: scorecards.accepted.id,
    next,
  });
  return { analyses, scorecards: { ...scorecards, reviewed }, reviews, other };
}

function submit(api: CallAnalysis, recording: Blob, webhookUrl: string | null): Promise<Analysis> {
  return api.analyses.create({
    agent_id: 'agent-7',
    contact_id: 'cust-42',
    direction: 'inbound',
    call_started_at: '2026-11-20T08:58:00Z',
    metadata: { campaign: 'spring', priority: 2 },
    ...(webhookUrl !== null && {
      webhook_url: webhookUrl,
      webhook_events: [
        'analysis.completed',
        'analysis.failed',
        'analysis.reviewed',
        'analysis.corrected',
        'evaluation.completed',
      ],
    }),
    file: recording,
    fileName: 'call',
  });
}

/** @param onFirst called once the first event has come @returns the texts of the first event and of the last */
async function followEvents(url: string, key: string, onFirst: () => void): Promise<readonly [string, string]> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(FINAL_TIMEOUT_MS),
  });
  let text = '';
  for await (const chunk of (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (eventsIn(text).length > 0) onFirst();
  }
  const events = eventsIn(text);
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last || events.length < 2) throw new Error(`The stream of ${url} holds too few events: ${text}`);
  return [first, last];
}

/** Complete events, without the reconnect interval and the heartbeats. */
const eventsIn = (text: string): readonly string[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => block.startsWith('id:'));

/** Blocks one caller until it is opened. */
class Gate {
  private arrive: () => void = () => undefined;
  open: () => void = () => undefined;
  readonly reached = new Promise<void>((resolve) => {
    this.arrive = resolve;
  });
  private readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });

  pass(): Promise<void> {
    this.arrive();
    return this.opened;
  }
}

interface Notification {
  readonly event: string;
}

/** A client's webhook endpoint. */
class Receiver {
  private readonly bodies: Notification[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void json(request).then((body) => {
        this.bodies.push(body as Notification);
        response.writeHead(204).end();
        server.emit('received');
      });
    });
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/calls`;
  }

  /** Oldest notification of the event that was not returned yet. */
  async next(wanted: string): Promise<unknown> {
    const signal = AbortSignal.timeout(FINAL_TIMEOUT_MS);
    for (;;) {
      const at = this.bodies.findIndex(({ event }) => event === wanted);
      if (at >= 0) return this.bodies.splice(at, 1)[0];
      await once(this.server, 'received', { signal });
    }
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }
}
