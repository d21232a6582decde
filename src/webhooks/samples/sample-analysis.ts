// The made-up analysis that a sample event carries. Its stored parts have the types of the API's responses, so that a member
// that is added to those and not here fails to compile.

import type { AnalysisFacts } from '../../calls/analysis-json.js';
import type { CallMetricsResponse, EngineResponse } from '../../calls/results/analysis.response.js';
import type { ResultsResponse } from '../../calls/results/analysis-results.response.js';
import type {
  TranscriptResponse,
  TranscriptSegmentResponse,
} from '../../calls/results/analysis-transcript.response.js';
import type { CitationResponse, PerformedFindingResponse } from '../../calls/results/findings.response.js';
import { answered, writePart } from '../../calls/results/judged-findings.js';
import { REDACTION_VERSION, type RedactionResponse } from '../../calls/results/redaction.response.js';
import type { FindingName } from '../../ports/findings.js';
import { type AnalysisEvent, EVENT_TABLE } from '../event-table.js';

/** Nearly all zeros: visibly not a real analysis. */
export const SAMPLE_ID = '00000000-0000-4000-8000-000000000000';

export const SAMPLE_GREETING: TranscriptSegmentResponse = {
  id: 0,
  speaker: 'agent',
  channel: 0,
  start: 0.4,
  end: 3.9,
  text: 'Thank you for calling, this call is recorded.',
  confidence: 0.96,
  edited: false,
};
const QUESTION: TranscriptSegmentResponse = {
  id: 2,
  speaker: 'agent',
  channel: 0,
  start: 6.1,
  end: 8.2,
  text: 'Can you confirm your date of birth?',
  confidence: 0.97,
  edited: false,
};
const SEGMENTS: readonly TranscriptSegmentResponse[] = [
  SAMPLE_GREETING,
  {
    id: 1,
    speaker: 'customer',
    channel: 1,
    start: 4.2,
    end: 5.8,
    text: 'Hi, I would like to change my address.',
    confidence: 0.94,
    edited: false,
  },
  QUESTION,
  {
    id: 3,
    speaker: 'customer',
    channel: 1,
    start: 8.6,
    end: 10.4,
    text: 'The first of May, 1980.',
    confidence: 0.93,
    edited: false,
  },
];

const TRANSCRIPT = {
  version: 1,
  text: SEGMENTS.map(({ speaker, text }) => `${speaker === 'agent' ? 'Agent' : 'Customer'}: ${text}`).join('\n'),
  language: 'en',
  segments: [...SEGMENTS],
  diarization: { method: 'channel', role_confidence: 0.99 },
  hearing: {
    agent: { score: 0.97, basis: ['engine', 'signal'], assessable: true, reasons: [] },
    customer: { score: 0.94, basis: ['engine', 'signal'], assessable: true, reasons: [] },
  },
} satisfies TranscriptResponse;

/** Findings that the agent's question proves; the greeting proves the others. */
const BY_QUESTION: readonly FindingName[] = ['identity_verification', 'privacy_protection', 'call_resolution'];

const sampleFinding = (name: FindingName) => ({
  ...answered(name, true),
  ...makeFinding(BY_QUESTION.includes(name) ? QUESTION : SAMPLE_GREETING),
});
const COMPLIANCE = writePart('compliance', sampleFinding);

const RESULTS = {
  call_kind: 'conversation',
  not_judged_reason: null,
  compliance: {
    ...COMPLIANCE,
    mandatory_disclosures: { ...COMPLIANCE.mandatory_disclosures, missing: [] },
    violations: [],
    score: 100,
    coverage: 1,
  },
  quality: {
    sentiment_analysis: { overall_sentiment: 'neutral', customer_sentiment: 'neutral', agent_sentiment: 'positive' },
    ...writePart('quality', sampleFinding),
    overall_score: 100,
    coverage: 1,
  },
  coaching: { customer_effort_score: 2, strengths: ['Clear greeting'], recommendations: ['Name the next step'] },
  observations: [],
  manipulation_suspected: false,
  summary: 'A sample: a customer asks for a change of address and is identified.',
} satisfies ResultsResponse;

const METRICS = {
  agent_talk_seconds: 5.6,
  customer_talk_seconds: 3.4,
  silence_seconds: 1.8,
  overtalk_seconds: 0,
  interruptions: 0,
  agent_words_per_minute: 150,
  customer_words_per_minute: 229,
  talk_ratio: 0.62,
  paused_seconds: 0,
} satisfies CallMetricsResponse;

const ENGINE = {
  transcription: 'sample',
  analysis: 'sample',
  grade: 'demo',
  mean_confidence: 0.95,
  rules_version: 'sample',
} satisfies EngineResponse;

/** @param url where the sample goes @param at when it was made */
export function makeSampleAnalysis(url: string, at: Date, event: AnalysisEvent = 'analysis.completed'): AnalysisFacts {
  return {
    id: SAMPLE_ID,
    created_at: at,
    livemode: false,
    agent_id: 'sample-agent',
    contact_id: 'sample-contact',
    external_id: null,
    call_started_at: at,
    direction: 'inbound',
    webhook_url: url,
    webhook_events: [event],
    custom_metadata: '{}',
    settled_at: at,
    processing_time_ms: '1500',
    storage_key: null,
    has_source: false,
    scenario: null,
    redact: null,
    is_judged_again: false,
    transcript_deleted_at: null,
    retained_until: JSON.stringify({ recording: null, transcript: null, analysis: null }),
    redaction: event === 'analysis.redacted' ? JSON.stringify(REDACTED) : null,
    size_bytes: '691244',
    ...{ completed: COMPLETED, failed: FAILED }[EVENT_TABLE[event].status],
  };
}

/** Nothing of the sample is sensitive. */
const REDACTED: RedactionResponse = {
  status: 'applied',
  version: REDACTION_VERSION,
  types: {},
  audio: 'original',
  original: 'kept',
  limits: [],
  pauses: [],
};

type OfOutcome =
  | 'status'
  | 'duration_ms'
  | 'error_message'
  | 'error_code'
  | 'audio_format'
  | 'channels'
  | 'damaged'
  | 'audio_tracks'
  | 'transcript'
  | 'results'
  | 'metrics'
  | 'engine';

const COMPLETED: Pick<AnalysisFacts, OfOutcome> = {
  status: 'completed',
  duration_ms: '10800',
  error_message: null,
  error_code: null,
  audio_format: 'wav',
  channels: 2,
  damaged: false,
  audio_tracks: 1,
  transcript: JSON.stringify(TRANSCRIPT),
  results: JSON.stringify(RESULTS),
  metrics: JSON.stringify(METRICS),
  engine: JSON.stringify(ENGINE),
};

const FAILED: Pick<AnalysisFacts, OfOutcome> = {
  status: 'failed',
  duration_ms: null,
  error_message: 'A sample: the recording could not be decoded.',
  error_code: 'not_audio',
  audio_format: 'wav',
  channels: null,
  damaged: null,
  audio_tracks: null,
  transcript: null,
  results: null,
  metrics: null,
  engine: null,
};

/** A finding whose evidence is the whole segment. */
function makeFinding({ id, speaker, start, end, text }: TranscriptSegmentResponse) {
  const citation: CitationResponse = { segment_id: id, speaker, start, end, quote: text, verification: 'verified' };
  return {
    confidence: 0.95,
    evidence: text,
    flagged: false,
    assessable: true,
    citations: [citation],
    source: 'system' as const,
    system: null,
  } satisfies Omit<PerformedFindingResponse, 'performed'>;
}
