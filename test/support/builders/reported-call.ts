// A small call with what a report shows of it.
import type { AnalysisRow } from '../../../src/calls/analysis-json.js';
import { analysisJson } from '../../../src/calls/analysis-json.js';
import { readEnvelopes } from '../../../src/calls/waveform/envelopes.js';
import type { ReportedCall, Segment } from '../../../src/pages/call-page/reported-call.js';
import { makeSampleAnalysis } from '../../../src/webhooks/samples/sample-analysis.js';

/** One peak for each second. */
export const envelopeOf = (channel: number | null, peaks: readonly number[]) => ({
  channel,
  ms_per_peak: 1000,
  peaks: Buffer.from(peaks).toString('base64'),
});

export const segmentOf = (speaker: string, start: number, end: number, more: Partial<Segment> = {}): Segment => ({
  id: 0,
  speaker,
  channel: null,
  start,
  end,
  text: 'hello',
  confidence: 0.9,
  ...more,
});

/** The sample call of the webhooks: two parties on channels of their own. */
export function sampleReportedCall(): ReportedCall {
  const row: AnalysisRow = {
    ...makeSampleAnalysis('https://example.com', new Date('2026-11-20T10:00:00Z')),
    audio_format: 'wav',
    size_bytes: '1000',
    channels: 2,
    damaged: false,
    stage: 'settling',
    percent: 100,
  };
  const analysis = JSON.parse(analysisJson(row, 'https://calls.example.com/recording'));
  const { transcript, results } = analysis;
  const envelopes = readEnvelopes(JSON.stringify([envelopeOf(0, [10, 200]), envelopeOf(1, [0, 50])]));
  const bill = { minutes: 0.18, amountCents: 0 };
  return { analysis, transcript, results, systemScores: null, envelopes, bill, evaluations: [] };
}
