import { describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import type { StageUses } from '../../../src/judgement/stage-uses.js';
import { AnalyseCall } from '../../../src/pipeline/steps/analyse-call.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import type { AnalystEngine, AnalystReport, CallAnalyst, CallToAnalyse } from '../../../src/ports/call-analyst.js';
import { segmentsOf } from '../../support/audio/segments.js';
import { CLEAR_TRANSCRIPT, proposeFinding, reportOf, transcriptOf } from '../../support/builders/judged-call.js';

const PRESENT = { name: 'rules', grade: 'local', rulesVersion: 'rules-2' } as const;

/** The step with this checkpoint, on a call with this output language; `asked` collects what the analyst receives. */
function step({
  checkpoint = null as (AnalystReport & { judgedBy?: AnalystEngine }) | null,
  outputLanguage = null as string | null,
} = {}) {
  const asked: CallToAnalyse[] = [];
  const claims = {
    readCheckpoints: async () => new Map(checkpoint === null ? [] : [[0, checkpoint]]),
    recordCheckpoint: async () => undefined,
    recordSent: async () => undefined,
  };
  const analyst = {
    engine: PRESENT,
    analyse: async (call: CallToAnalyse) => {
      asked.push(call);
      return reportOf();
    },
  };
  const run: Pick<CallRun, 'signal'> & { call: Pick<ClaimedCall, 'outputLanguage'> } = {
    call: { outputLanguage },
    signal: new AbortController().signal,
  };
  const analyseCall = new AnalyseCall(
    claims as unknown as AnalysisClaims,
    analyst as unknown as CallAnalyst,
    {} as StageUses,
  );
  return { asked, analyse: (transcript = CLEAR_TRANSCRIPT) => analyseCall.run(run as CallRun, 60_000, transcript) };
}

describe('the step that asks the analyst', () => {
  it('names the language of the call and that of the sentences, and removes words spoken to the judge', async () => {
    const { asked, analyse } = step({ outputLanguage: 'de' });
    await analyse();
    expect(asked).toMatchObject([{ language: 'en', outputLanguage: 'de', durationMs: 60_000 }]);
    expect(asked[0]?.segments.map(({ text }) => text).join(' ')).not.toContain('full marks');
  });

  it('takes the report of an earlier release, whose newer finding is not assessable', async () => {
    const { professionalism: _, ...older } = reportOf().findings;
    const checkpoint = { ...reportOf(), findings: older } as AnalystReport;
    const { asked, analyse } = step({ checkpoint });
    expect((await analyse()).report?.findings).toEqual({
      ...older,
      professionalism: { ...proposeFinding(null), confidence: 0, assessable: false },
    });
    expect(asked).toEqual([]);
  });

  it('asks nothing about a call without a spoken word', async () => {
    const { asked, analyse } = step();
    expect(await analyse(transcriptOf([]))).toEqual({ report: null, notJudged: null, judgedBy: PRESENT });
    expect(asked).toEqual([]);
  });

  it('asks nothing about a call that is no conversation, and keeps no earlier report of it', async () => {
    const mailbox = transcriptOf(
      segmentsOf([
        ['customer', 'Please leave a message after the tone.'],
        ['agent', 'This is Dana from Northwind, please call me back.'],
      ]),
    );
    for (const checkpoint of [null, reportOf()]) {
      const { asked, analyse } = step({ checkpoint });
      expect(await analyse(mailbox)).toEqual({ report: null, notJudged: null, judgedBy: PRESENT });
      expect(asked).toEqual([]);
    }
  });

  it('names the analyst that judged, whichever worker settles; without a name it is the present one', async () => {
    const other = { name: 'openai:gpt-6-luna', grade: 'production', rulesVersion: 'prompt-3' } as const;
    expect(await step({ checkpoint: { ...reportOf(), judgedBy: other } }).analyse()).toEqual({
      report: reportOf(),
      notJudged: null,
      judgedBy: other,
    });
    expect((await step({ checkpoint: reportOf() }).analyse()).judgedBy).toEqual(PRESENT);
    expect((await step().analyse()).judgedBy).toEqual(PRESENT);
  });
});
