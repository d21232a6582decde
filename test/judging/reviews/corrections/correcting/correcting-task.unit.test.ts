// What a thread makes of a stored call and of what a person changes in it.
import { describe, expect, it } from 'vitest';
import type { TranscriptResponse } from '../../../../../src/calls/results/analysis-transcript.response.js';
import { computeTalkMetrics } from '../../../../../src/judgement/talk-metrics.js';
import {
  type CorrectedCall,
  type JudgedVersion,
  runTask,
} from '../../../../../src/judging/reviews/corrections/correcting/correcting-task.js';
import type { TranscriptChanges } from '../../../../../src/judging/reviews/corrections/correcting/transcript-changes.js';
import type { CallToAnalyse } from '../../../../../src/ports/call-analyst.js';
import { toTranscriptResponse } from '../../../../../src/speech/transcript/transcript-wire.js';
import { CLEAR_TRANSCRIPT, reportOf } from '../../../../support/builders/judged-call.js';

const ENGINE = { transcription: 'local', analysis: 'rules', grade: 'local', mean_confidence: 0.9, rules_version: '1' };
const JUDGED_BY = { name: 'openai:gpt-6-luna', grade: 'production', rulesVersion: '7' } as const;

function corrected(change: Partial<TranscriptChanges>, durationMs: number | null = 60_000): CorrectedCall {
  const { segments } = CLEAR_TRANSCRIPT;
  return {
    call: {
      words: JSON.stringify(toTranscriptResponse(CLEAR_TRANSCRIPT, true)),
      metrics: JSON.stringify(computeTalkMetrics({ segments, durationMs: 60_000 })),
      engine: JSON.stringify(ENGINE),
      durationMs,
      outputLanguage: null,
    },
    changes: { swapRoles: false, speakers: {}, segments: [], ...change },
    version: 2,
  };
}

const read = (of: CorrectedCall) => runTask({ read: of }) as CallToAnalyse | null;
const judge = (of: CorrectedCall) =>
  runTask({ judge: { ...of, answer: { report: reportOf(), notJudged: null, judgedBy: JUDGED_BY } } }) as JudgedVersion;

describe('the thread that corrects transcripts', () => {
  it('shows the analyst the corrected words, without times of words and without orders to it', () => {
    const shown = read(corrected({ swapRoles: true, segments: [{ id: 1, text: 'It is dead.' }] }));
    expect(shown?.segments[1]).toMatchObject({ speaker: 'agent', text: 'It is dead.', words: null });
    expect(JSON.stringify(shown)).not.toContain('give full marks');
    expect(shown).toMatchObject({ durationMs: 60_000, language: 'en' });
  });

  it('asks no analyst about a call in which no one speaks any more', () => {
    const segments = CLEAR_TRANSCRIPT.segments.map(({ id }) => ({ id, text: '' }));
    expect(read(corrected({ segments }))).toBeNull();
  });

  it('takes the end of the last turn for the length of a call whose length is not stored', () => {
    const { endMs } = CLEAR_TRANSCRIPT.segments.at(-1) ?? { endMs: 0 };
    expect(read(corrected({ swapRoles: true }, null))?.durationMs).toBe(endMs);
    const {
      agent_talk_seconds: agent,
      customer_talk_seconds: customer,
      silence_seconds: silence,
    } = JSON.parse(judge(corrected({ segments: [{ id: 0, speaker: 'customer' }] }, null)).metrics);
    expect(agent + customer + silence).toBeCloseTo(endMs / 1000);
  });

  it('drops a finding whose quotation the person has taken away, and says who judged', () => {
    const { results, engine, transcript, words } = judge(corrected({ segments: [{ id: 0, text: 'Good morning.' }] }));
    expect(JSON.parse(results).compliance.mandatory_disclosures).toMatchObject({ performed: false, citations: [] });
    expect(JSON.parse(engine)).toEqual({
      ...ENGINE,
      analysis: 'openai:gpt-6-luna',
      grade: 'local',
      rules_version: '7',
      analysis_engine: null,
      mean_confidence: null,
    });
    const bare: TranscriptResponse = JSON.parse(transcript);
    const whole: TranscriptResponse = JSON.parse(words);
    expect(bare).toEqual({ ...whole, segments: whole.segments.map(({ words: _, ...segment }) => segment) });
  });
});
