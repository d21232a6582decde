import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisFacts } from '../../../src/calls/analysis-json.js';
import type { WebhookEvent } from '../../../src/webhooks/event-table.js';
import { eventBody, textEventBody } from '../../../src/webhooks/sending/event-body.js';

const facts: AnalysisFacts = {
  is_judged_again: false,
  transcript_deleted_at: null,
  retained_until: '{"recording":null,"transcript":null,"analysis":null}',
  id: '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10',
  created_at: new Date('2026-11-20T09:59:52.400Z'),
  status: 'completed',
  livemode: true,
  agent_id: 'agent-7',
  contact_id: 'cust-42',
  external_id: null,
  call_started_at: new Date('2026-11-20T08:58:00.000Z'),
  direction: 'inbound',
  duration_ms: '92340',
  webhook_url: 'https://hooks.example.com',
  webhook_events: ['analysis.completed'],
  custom_metadata: '{}',
  settled_at: new Date('2026-11-20T10:00:00.000Z'),
  processing_time_ms: '7600',
  error_message: null,
  error_code: null,
  storage_key: null,
  has_source: false,
  scenario: null,
  audio_format: 'wav',
  size_bytes: '1478400',
  channels: 2,
  damaged: false,
  audio_tracks: 1,
  redact: null,
  redaction: null,
  transcript: '{"text":""}',
  results: '{"score":null}',
  metrics: '{}',
  engine: '{}',
};
const head = {
  event: 'analysis.completed',
  id: 'evt_1',
  createdAt: new Date('2026-11-20T10:00:00.700Z'),
  livemode: true,
} as const;

describe('the body of a notification', () => {
  it('has the documented members in the documented order', () => {
    expect(eventBody(head, facts).toString(), 'The body has other members, or another order').toBe(
      '{"event":"analysis.completed","id":"evt_1","created":1795168800,"livemode":true,"data":{' +
        '"id":"0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10","object":"analysis","created":1795168792,"livemode":true,' +
        '"status":"completed","audio":{"size_bytes":1478400,"file_size":1478400,"format":"wav","duration_seconds":92.34,' +
        '"channels":2,"damaged":false,"tracks":1},"call":{"agent_id":"agent-7","contact_id":"cust-42","external_id":null,' +
        '"started_at":"2026-11-20T08:58:00.000Z","direction":"inbound","duration_ms":92340,"duration_seconds":92.34,' +
        '"metrics":{}},"redaction":{"status":"none","version":"1","types":{},"audio":"original","original":"kept","limits":[],' +
        '"pauses":[]},"transcript":{"text":""},"results":{"score":null},"metadata":{' +
        '"webhook_url":"https://hooks.example.com","webhook_events":["analysis.completed"],' +
        '"completed_at":"2026-11-20T10:00:00.000Z","processing_time_ms":7600,"error_message":null,"error_code":null,"retryable":false,"version":"1",' +
        '"transcript_deleted_at":null,"retained_until":{"recording":null,"transcript":null,"analysis":null},"engine":{}}}}',
    );
  });

  it('has at its end what was done to the analysis', () => {
    const of = (event: WebhookEvent, detail: string) =>
      eventBody({ ...head, event }, facts, detail)
        .toString()
        .split('"engine":{}}')
        .at(-1);
    expect(of('analysis.reviewed', '{"note":"ü"}')).toBe(',"review":{"note":"ü"}}}');
    expect(of('analysis.corrected', '{}')).toBe(',"correction":{}}}');
  });

  it('has null for the transcript and the results that there are none of', () => {
    const { data } = JSON.parse(eventBody(head, { ...facts, transcript: null, results: null }).toString());
    expect([data.transcript, data.results], 'the members of a failed call').toEqual([null, null]);
  });

  it('is the same envelope around an evaluation or a rescore, whose JSON it takes as it is', () => {
    const body = textEventBody({ ...head, event: 'rescore.completed' }, '{"id": "ü"}').toString();
    expect(body, 'the body as it is signed and sent').toBe(
      '{"event":"rescore.completed","id":"evt_1","created":1795168800,"livemode":true,"data":{"id": "ü"}}',
    );
  });

  it('passes stored JSON through and keeps the metadata of the client', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).map((key) => `x-${key}`),
          fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        ),
        fc.jsonValue(),
        fc.string(),
        (custom, results, agentId) => {
          const body = eventBody(head, {
            ...facts,
            agent_id: agentId,
            custom_metadata: JSON.stringify(custom),
            results: JSON.stringify(results),
          });
          const parsed = JSON.parse(body.toString());
          expect(parsed.data.results, 'the results').toEqual(JSON.parse(JSON.stringify(results)));
          expect(parsed.data.call.agent_id, 'the id of the agent').toBe(agentId);
          expect(parsed.data.metadata, 'the metadata of the client').toMatchObject({ ...custom, version: '1' });
        },
      ),
    );
  });
});
