import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AnalysisFacts } from '../analysis/analysis-json.js';
import { invalid } from '../platform/errors/api-error.js';
import { OutboundDoor } from '../platform/outbound/outbound-door.js';
import { eventBody } from './event-body.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { type SendOutcome, WebhookSender } from './webhook-sender.js';

/** The id says at a glance that no such analysis exists. */
const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

/** Sends one signed sample, so that a receiver can be tried before there is a call. Nothing is recorded or repeated. */
@Injectable()
export class SampleEvent {
  constructor(
    private readonly door: OutboundDoor,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * @param eventId the same for one request, however often it is repeated: the receiver may be asked twice
   * @throws ApiError 422 when the URL may not be used
   */
  async send(
    accountId: string,
    url: string,
    eventId = randomUUID().replaceAll('-', ''),
  ): Promise<{ id: string; outcome: SendOutcome }> {
    const fault = this.door.check(url, { livemode: true });
    if (fault) throw invalid([{ type: fault.type, loc: ['body', 'url'], msg: fault.msg }]);
    const id = `evt_test_${eventId}`;
    const createdAt = new Date();
    const head = { event: 'analysis.completed', id, createdAt, livemode: false } as const;
    const body = eventBody(head, sampleAnalysis(url, createdAt));
    const outcome = await this.sender.send({ url, id, body, secrets: await this.secrets.signing(accountId) });
    return { id, outcome };
  }
}

function sampleAnalysis(url: string, at: Date): AnalysisFacts {
  const citation = (segment_id: number, start: number, end: number, quote: string) => ({
    segment_id,
    speaker: 'agent',
    start,
    end,
    quote,
    verification: 'verified',
  });
  const finding = (segmentId: number, start: number, end: number, quote: string) => ({
    confidence: 0.95,
    evidence: quote,
    flagged: false,
    assessable: true,
    citations: [citation(segmentId, start, end, quote)],
  });
  const greeting = 'Thank you for calling, this call is recorded.';
  const question = 'Can you confirm your date of birth?';
  const segments = [
    { id: 0, speaker: 'agent', channel: 0, start: 0.4, end: 3.9, text: greeting, confidence: 0.96 },
    {
      id: 1,
      speaker: 'customer',
      channel: 1,
      start: 4.2,
      end: 5.8,
      text: 'Hi, I would like to change my address.',
      confidence: 0.94,
    },
    { id: 2, speaker: 'agent', channel: 0, start: 6.1, end: 8.2, text: question, confidence: 0.97 },
    {
      id: 3,
      speaker: 'customer',
      channel: 1,
      start: 8.6,
      end: 10.4,
      text: 'The first of May, 1980.',
      confidence: 0.93,
    },
  ];
  const identity = finding(2, 6.1, 8.2, question);
  const opening = finding(0, 0.4, 3.9, greeting);
  return {
    id: SAMPLE_ID,
    created_at: at,
    status: 'completed',
    livemode: false,
    agent_id: 'sample-agent',
    contact_id: 'sample-contact',
    duration_ms: '10800',
    webhook_url: url,
    webhook_events: ['analysis.completed'],
    custom_metadata: '{}',
    settled_at: at,
    processing_time_ms: '1500',
    error_message: null,
    transcript: JSON.stringify({
      text: segments.map(({ speaker, text }) => `${speaker === 'agent' ? 'Agent' : 'Customer'}: ${text}`).join('\n'),
      language: 'en',
      segments,
      diarization: { method: 'channel', role_confidence: 0.99 },
    }),
    results: JSON.stringify({
      compliance: {
        identity_verification: { performed: true, ...identity },
        privacy_protection: { performed: true, ...identity },
        mandatory_disclosures: { performed: true, ...opening, missing: [] },
        purpose_declaration: { performed: true, ...opening },
        violations: [],
        score: 100,
      },
      quality: {
        sentiment_analysis: {
          overall_sentiment: 'neutral',
          customer_sentiment: 'neutral',
          agent_sentiment: 'positive',
        },
        call_resolution: { resolved: true, ...identity },
        greeting: { present: true, ...opening },
        empathetic_language: { present: true, ...opening },
        overall_score: 100,
      },
      coaching: { customer_effort_score: 2, strengths: ['Clear greeting'], recommendations: ['Name the next step'] },
      observations: [],
      manipulation_suspected: false,
      summary: 'A sample: a customer asks for a change of address and is identified.',
    }),
    metrics: JSON.stringify({
      agent_talk_seconds: 5.6,
      customer_talk_seconds: 3.4,
      silence_seconds: 1.8,
      overtalk_seconds: 0,
      interruptions: 0,
      agent_words_per_minute: 150,
      customer_words_per_minute: 229,
      talk_ratio: 0.62,
    }),
    engine: JSON.stringify({
      transcription: 'sample',
      analysis: 'sample',
      grade: 'demo',
      mean_confidence: 0.95,
      rules_version: 'sample',
    }),
  };
}
