// What operators see of one call: its trace from the request to the webhook, the metrics of each step, and the queues.
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { currentTraceParent, inSpan } from '../../src/platform/operations/tracing.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import {
  CALL_MS,
  providerSettings,
  recordedCall,
  startScriptedProvider,
  TURNS,
} from '../support/builders/scripted-call.js';
import { eventually } from '../support/processes/eventually.js';
import type { OpenAiStub } from '../support/stubs/openai-stub.js';
import { type OtlpReceiver, startOtlpReceiver } from '../support/stubs/otlp-receiver.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLIENT_SPAN = '00f067aa0ba902b7';
const TOKEN = 'a-token-for-operators-only';

describe('a process without a collector', () => {
  it('carries no trace, whatever its parent says', async () => {
    const parent = `00-${TRACE_ID}-${CLIENT_SPAN}-01`;
    expect(await inSpan('step', { parent }, async () => currentTraceParent())).toBeNull();
  });
});

describe('one call', () => {
  let collector: OtlpReceiver;
  let provider: OpenAiStub;
  let receiver: WebhookReceiver;
  let service: TestService;
  let account: Account;
  let id: string;

  beforeAll(async () => {
    [collector, provider, receiver] = await Promise.all([
      startOtlpReceiver(),
      startScriptedProvider(),
      startWebhookReceiver(),
    ]);
    service = await startTestService({
      ...providerSettings(provider),
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${collector.url}/v1/metrics`,
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc%3D',
      OPERATIONS_TOKEN: TOKEN,
    });
    account = await service.openAccount();
    const form = new FormData();
    form.set('agent_id', 'agent-7');
    form.set('contact_id', 'cust-42');
    form.set('webhook_url', `${receiver.url}?token=hidden`);
    form.set('audio_file', new Blob([new Uint8Array(recordedCall())]), 'call.wav');
    const response = await fetch(`${service.baseUrl}/analysis`, {
      method: 'POST',
      headers: { 'x-api-key': account.liveKey, traceparent: `00-${TRACE_ID}-${CLIENT_SPAN}-01` },
      body: form,
    });
    id = z.object({ id: z.string() }).parse(await response.json()).id;
    await receiver.requests(1);
    // The webhook may be delivered before the worker has ended the call: its span and the call's arrive in either order.
    for (const name of ['deliver webhook', 'process call']) {
      await until(async () => collector.spans.some((span) => span.name === name), `the span '${name}'`);
    }
  });
  afterAll(async () => {
    await service?.stop();
    await Promise.all([receiver?.close(), provider?.close(), collector?.close()]);
  });

  const spansOf = (name: string) => collector.spans.filter((span) => span.name === name && span.traceId === TRACE_ID);
  const theOne = (name: string) => {
    const [span, ...more] = spansOf(name);
    if (!span || more.length > 0) throw new Error(`${more.length + (span ? 1 : 0)} spans are called ${name}`);
    return span;
  };

  it("is one trace, continued from the client's own, through the queue to the webhook", () => {
    const request = theOne('POST /api/v1/analysis');
    const accept = theOne('accept call');
    const process = theOne('process call');
    expect(request.parentSpanId).toBe(CLIENT_SPAN);
    expect(accept.parentSpanId).toBe(request.spanId);
    expect(process.parentSpanId).toBe(accept.spanId);
    for (const step of ['measure', 'transcribe', 'analyse', 'settle']) {
      expect([step, theOne(step).parentSpanId]).toEqual([step, process.spanId]);
    }
    expect(theOne('deliver webhook').parentSpanId).toBe(theOne('settle').spanId);
    const heard = spansOf('provider transcription');
    expect(heard, 'spans of requests for speech').toHaveLength(TURNS.length);
    expect(new Set(heard.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([theOne('transcribe').spanId]));
    // The step `transcribe` asks for the roles, the step `analyse` for the judgement.
    expect(spansOf('provider analysis').map(({ parentSpanId }) => parentSpanId)).toEqual([
      theOne('transcribe').spanId,
      theOne('analyse').spanId,
    ]);
  });

  it('crosses the queue in its rows', async () => {
    const { rows } = await service.db.query(
      `SELECT a.trace_parent AS accepted, d.trace_parent AS recorded
       FROM analysis a JOIN webhook_delivery d ON d.analysis_id = a.id WHERE a.id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        accepted: `00-${TRACE_ID}-${theOne('accept call').spanId}-01`,
        recorded: `00-${TRACE_ID}-${theOne('settle').spanId}-01`,
      },
    ]);
  });

  it('continues the trace of its row, whoever enqueued it', async () => {
    // As after an emptied queue or a restart: only the row still knows the trace.
    const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    const { rows } = await service.db.query(
      `UPDATE webhook_delivery SET status = 'pending', next_attempt_at = now() - interval '1 second', trace_parent = $2
       WHERE analysis_id = $1 RETURNING id`,
      [id, parent],
    );
    expect(rows, 'deliveries of the call').toHaveLength(1);
    const again = await until(
      async () => collector.spans.find((span) => span.traceId === 'ab'.repeat(16)),
      'the span of the second delivery',
    );
    expect(again).toMatchObject({ name: 'deliver webhook', parentSpanId: 'cd'.repeat(8) });
    await service.db.query('UPDATE webhook_delivery SET trace_parent = $2 WHERE analysis_id = $1', [
      id,
      `00-${TRACE_ID}-${theOne('settle').spanId}-01`,
    ]);
  });

  it('hands its trace on to the receiver of the webhook', () => {
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${TRACE_ID}-${theOne('deliver webhook').spanId}-01`);
  });

  it('tells identifiers and outcomes, and nothing that was said, sent or is secret', () => {
    const attributes = Object.fromEntries(theOne('process call').attributes.map(({ key, value }) => [key, value]));
    expect(attributes['call_analysis.analysis_id']).toEqual({ stringValue: id });
    expect(theOne('POST /api/v1/analysis').attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 201 },
    });
    expect(collector.headers[0]?.['x-collector-key']).toBe('abc=');
    const everything = collector.bodies.join('\n');
    const secret = [
      account.liveKey,
      account.accessToken,
      account.email,
      account.password,
      'sk-stub',
      'hidden',
      '/hook',
    ];
    for (const text of [...secret, ...TURNS.map((turn) => turn.text), new URL(receiver.url).host, 'cust-42']) {
      expect(everything).not.toContain(text);
    }
  });

  it('begins a trace of its own for a traceparent that is none', async () => {
    await fetch(`${service.baseUrl}/users/me`, {
      headers: { 'x-api-key': account.liveKey, traceparent: '00-nonsense' },
    });
    const named = () => collector.spans.find(({ name }) => name === 'GET /api/v1/users/me');
    const span = await until(async () => named(), 'the span of the request');
    expect(span).toMatchObject({ parentSpanId: '', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('is counted at every stage', async () => {
    const metrics = await (await fetch(`${service.rootUrl}/metrics`)).text();
    const value = (sample: string) =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')
          .at(-1),
      );
    expect(value('calls_settled_total{status="completed"}'), 'calls that were settled').toBe(1);
    expect(value('call_audio_seconds_total')).toBeCloseTo(CALL_MS / 1000, 3);
    expect(value('call_turnaround_seconds_count{status="completed"}'), 'turnarounds that were measured').toBe(1);
    for (const step of ['measure', 'transcribe', 'analyse', 'settle']) {
      expect([step, value(`call_step_duration_seconds_count{step="${step}",outcome="done"}`)]).toEqual([step, 1]);
    }
    expect(
      value('provider_request_duration_seconds_count{task="transcription",outcome="done",engine="transcription"}'),
      'answers of the provider',
    ).toBe(TURNS.length);
    expect(
      value('provider_wait_seconds_count{task="analysis",engine="analysis"}'),
      'waits for the language model',
    ).toBe(2);
    // The regular delivery, and the one that the test of the trace sent again.
    expect(
      value('webhook_attempt_duration_seconds_count{outcome="delivered"}'),
      'notifications that were delivered',
    ).toBe(2);
    expect(value('calls_waiting'), 'calls that wait').toBe(0);
    expect(value('webhook_deliveries_due'), 'deliveries that are due').toBe(0);
    expect(value('database_pool_connections{state="open"}')).toBeGreaterThan(0);
    // On a slow machine Redis may answer some requests too late, and one look at it.
    expect(metrics, 'the number of requests counted without Redis').toMatch(/^rate_limit_fallbacks_total \d+$/m);
    await eventually(async () => {
      const later = await (await fetch(`${service.rootUrl}/metrics`)).text();
      expect(later, 'the sign that Redis is up').toMatch(/^redis_up 1$/m);
    });
  });

  it('is counted at the collector too', async () => {
    const settled = () => collector.metrics.at(-1)?.find(({ name }) => name === 'calls_settled_total');
    const metric = await until(async () => settled(), 'the calls that were settled');
    expect(metric).toMatchObject({ sum: { dataPoints: [{ asDouble: 1 }] } });
  });

  it('shows on the dashboard and in the alerts by metrics that exist', async () => {
    const metrics = await (await fetch(`${service.rootUrl}/metrics`)).text();
    const known = new Set(
      [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    );
    const queries = await queriesOfDeployment();
    expect(queries.length).toBeGreaterThan(30);
    const asked = new Set(queries.flatMap(metricsIn));
    expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    for (const name of ['calls_waiting', 'webhook_oldest_due_seconds', 'provider_tokens_total', 'redis_up']) {
      expect(asked).toContain(name);
    }
  });

  describe('seen on the queue page', () => {
    const page = (path = '', headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${service.rootUrl}/internal/queues${path}`, { method, headers });
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`operator:${password}`).toString('base64')}`,
    });

    it.each([{}, basic('wrong'), basic(`${TOKEN}x`), { authorization: 'Bearer' }, { authorization: `Basic ${TOKEN}` }])(
      'is closed to %o',
      async (headers) => {
        for (const path of ['', '/', '/api/queues', '/static/locales/en-US/messages.json']) {
          const response = await page(path, headers);
          await expect(response).toAnswer(401);
          expect(response.headers.get('www-authenticate')).toContain('Basic');
          expect(await response.json()).toEqual({ detail: 'Invalid authentication credentials' });
        }
      },
    );

    it('opens with the token, with scripts and styles that its content policy allows', async () => {
      const response = await page('', basic(TOKEN));
      await expect(response).toAnswer(200);
      const policy = response.headers.get('content-security-policy') ?? '';
      const html = await response.text();
      expect(html).toContain('<base href="/internal/queues/"');
      expect(policy).toContain("base-uri 'self'");
      expect(policy).toContain("script-src 'self';");
      const scripts = [...html.matchAll(/<script(?![^>]*application\/json)[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      for (const tag of scripts) {
        const source = /src="([^"]+)"/.exec(tag)?.[1];
        const script = await page(`/${source}`, basic(TOKEN));
        await expect(script, source).toAnswer(200);
        expect(script.headers.get('content-type'), 'the header content-type').toEqual(
          expect.stringContaining('javascript'),
        );
      }
    });

    it('counts the jobs of each queue, to be looked at only', async () => {
      // The tests before this one saw the end of every call and notification, and the jobs for them end and are removed
      // thereafter.
      await eventually(async () => {
        const response = await page('/api/queues', { authorization: `Bearer ${TOKEN}` });
        const { queues } = (await response.json()) as { queues: { name: string }[] };
        expect(queues.toSorted((left, right) => left.name.localeCompare(right.name))).toMatchObject(
          [
            'call-redactions',
            'calls',
            'corrections',
            'deliveries',
            'downloads',
            'engine-trials',
            'evaluations',
            'exports',
            'manifests',
            'sandbox',
          ].map((name) => ({
            name,
            counts: { waiting: 0, active: 0, completed: 0, failed: 0, delayed: 0 },
            readOnlyMode: true,
            allowRetries: false,
          })),
        );
      });
    });

    it.each(['PUT', 'POST', 'PATCH', 'DELETE'])('refuses to change a job or a queue: %s', async (method) => {
      for (const path of [
        '',
        '/pause',
        '/empty',
        '/obliterate',
        '/clean/completed',
        '/retry/failed',
        '/job-1/promote',
      ]) {
        const response = await page(`/api/queues/calls${path}`, basic(TOKEN), method);
        await expect(response, path).toAnswer(403);
      }
    });

    it('is no part of the public document', async () => {
      const document = await (await fetch(`${service.rootUrl}/openapi.json`)).text();
      expect(document).not.toContain('internal');
    });
  });
});

describe('a service without a token for operators', () => {
  it('has no queue page', async () => {
    const service = await startTestService({ PROCESS: 'api' });
    try {
      await expect(await fetch(`${service.rootUrl}/internal/queues`)).toAnswer(404);
    } finally {
      await service.stop();
    }
  });
});

/** Every metric query in the dashboard, the alerts and the autoscaling files. */
async function queriesOfDeployment(): Promise<string[]> {
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })) })
    .parse(JSON.parse(await readFile('docker/grafana/call-analysis.json', 'utf8')));
  const alerts = z
    .object({ groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })) })
    .parse(parse(await readFile('docker/prometheus/alerts.yaml', 'utf8')));
  const scaling: string[] = [];
  for (const name of await readdir('docker/kubernetes', { recursive: true })) {
    if (!name.endsWith('.yaml')) continue;
    const text = await readFile(`docker/kubernetes/${name}`, 'utf8');
    scaling.push(...[...text.matchAll(/^\s+query: (.+)$/gm)].map(([, query]) => query ?? ''));
  }
  return [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...scaling,
  ];
}

/** The metric names in a query: words that are not functions, labels or keywords. */
function metricsIn(query: string): string[] {
  const bare = query
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'unless', 'bool', 'offset', 'up'].includes(word) && !/^\d/.test(word));
}
