import { describe, expect, it } from 'vitest';
import type { AnalysisMetadata, Citation, Progress, Results, Transcript } from '../../clients/typescript/src/index.js';
import type { ResultsResponse } from '../../src/calls/results/analysis-results.response.js';
import { withScores } from '../../src/judgement/scores.js';
import { checkSchema, documentedExamples } from '../support/clients/responses.js';

/** An analysis with its results and transcript in full, wherever it stands in an example. */
interface Judged {
  readonly results: Results;
  readonly transcript: Transcript;
}

interface Shown {
  readonly status: string;
  readonly progress?: Progress | null;
  readonly transcript: unknown;
  readonly results: unknown;
  readonly metadata: AnalysisMetadata;
}

const examples = documentedExamples();

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** Of the stream of events: what each event carries. */
const parsed = (value: unknown): unknown =>
  typeof value === 'string'
    ? [...value.matchAll(/^data: (.*)$/gm)].map(([, data = '']): unknown => JSON.parse(data))
    : value;

const shownIn = (value: unknown) =>
  objectsIn(parsed(value)).filter((each): each is Shown => 'object' in each && each.object === 'analysis');
const isJudged = (shown: object): shown is Judged =>
  'transcript' in shown && shown.transcript !== null && 'results' in shown && shown.results !== null;
const judgedIn = (value: unknown) => objectsIn(parsed(value)).filter(isJudged);

const withJudged = examples.filter(({ value }) => judgedIn(value).length > 0);

describe('the examples of the API document', () => {
  it.each([
    'POST /analysis 201 accepted',
    'GET /analysis 200 list',
    'GET /analysis 200 summaryList',
    'GET /analysis/{id} 200 completed',
    'GET /analysis/{id} 200 processing',
    'GET /analysis/{id} 200 failed',
    'GET /analysis/{id} 200 completedSummary',
    'GET /analysis/{id}/events 200 events',
    'POST /analysis/{id}/retry 200 accepted',
    'event analysis.completed completedNotification',
    'event analysis.failed failedNotification',
    'GET /analysis/{id} 200 reviewed',
    'GET /analysis/{id} 200 firstVersion',
    'POST /analysis/{id}/reviews 201 review',
    'GET /analysis/{id}/reviews 200 reviewList',
    'GET /reviews 200 reviewList',
    'POST /analysis/{id}/corrections 201 correctionAccepted',
    'GET /analysis/{id}/corrections 200 correctionList',
    'GET /analysis/{id}/corrections/{correction_id} 200 correction',
    'GET /review-queue 200 queue',
    'POST /review-queue/claim 200 claimed',
    'POST /review-queue/{analysis_id}/release 200 released',
    'POST /review-queue/{analysis_id}/dismiss 200 dismissed',
    'POST /analysis/{id}/review-links 201 createdLink',
    'POST /review/session 200 session',
    'event analysis.reviewed reviewedNotification',
    'event analysis.corrected correctedNotification',
  ])('hold %s', (of) => {
    expect(examples.map((example) => example.of)).toContain(of);
  });

  it.each(examples)('are as their schema says: $of', ({ check }) => {
    check();
  });

  it('have events that are as the schema of the stream says', () => {
    const streams = examples.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    const events = streams.flatMap((text) => [...text.matchAll(/^id: (\d+)\nevent: (\w+)\ndata: (.*)$/gm)]);
    expect(events.map(([, , event]) => event)).toEqual(['progress', 'completed']);
    for (const [, id, event, data = ''] of events)
      checkSchema('AnalysisStreamEvent', { id, event, data: JSON.parse(data) });
  });

  it.each(examples)('have a status with which all else agrees: $of', ({ value }) => {
    for (const { status, progress = null, transcript, results, metadata } of shownIn(value)) {
      const isSummary = transcript === null && results !== null;
      const has = {
        progress: progress !== null,
        results: results !== null,
        transcript: transcript !== null || isSummary,
        completedAt: metadata.completed_at !== null,
        engine: metadata.engine !== null,
        errorMessage: metadata.error_message !== null,
        errorCode: metadata.error_code !== null,
      };
      const [completed, failed] = [status === 'completed', status === 'failed'];
      expect(has, `what an analysis in status ${status} has`).toEqual({
        progress: status === 'processing',
        results: completed,
        transcript: completed,
        completedAt: completed,
        engine: completed,
        errorMessage: failed,
        errorCode: failed,
      });
    }
  });

  it.each(withJudged)('have every quotation in its segment: $of', ({ value }) => {
    for (const { transcript, results } of judgedIn(value)) {
      for (const each of objectsIn(results)) {
        if (!isCitation(each)) continue;
        const segment = transcript.segments.find(({ id }) => id === each.segment_id);
        expect(segment?.text).toContain(each.quote);
        expect(segment?.speaker).toBe(each.speaker);
        expect(transcript.text).toContain(segment?.text);
        expect(each.start).toBeGreaterThanOrEqual(segment?.start ?? Number.POSITIVE_INFINITY);
        expect(each.end).toBeLessThanOrEqual(segment?.end ?? 0);
      }
    }
  });

  it.each(withJudged)('have for every verdict a quotation that is its evidence: $of', ({ value }) => {
    for (const { results } of judgedIn(value)) {
      for (const each of objectsIn(results)) {
        if (!('assessable' in each && each.assessable && 'citations' in each && 'evidence' in each)) continue;
        // A person needs no quotation.
        if ('source' in each && each.source === 'human' && each.evidence === '') continue;
        expect(
          objectsIn(each.citations)
            .filter(isCitation)
            .map(({ quote }) => quote),
        ).toContain(each.evidence);
      }
    }
  });

  it.each(withJudged)('say of every verdict whose it is: $of', ({ value }) => {
    for (const { results } of judgedIn(value)) {
      // Within `system` stands what the service said.
      const verdicts = objectsIn(results).filter((each) => 'flagged' in each && 'system' in each);
      expect(verdicts.length, 'verdicts').toBe(8 + results.compliance.violations.length);
      for (const verdict of verdicts) {
        const { source, system } = verdict as { source?: unknown; system: unknown };
        expect(source).toBe(system === null ? 'system' : 'human');
      }
    }
  });

  it('show what a person decided with what the service said beside it', () => {
    const [reviewed] = judgedIn(examples.find(({ of }) => of === 'GET /analysis/{id} 200 reviewed')?.value);
    expect(reviewed?.results.quality.greeting).toMatchObject({
      source: 'human',
      present: false,
      system: { source: 'system', present: true },
    });
    const dismissed = reviewed?.results.compliance.violations.filter(({ upheld }) => upheld === false);
    expect(dismissed).toMatchObject([{ source: 'human', system: { upheld: true } }]);
  });

  it.each(withJudged)('have the scores that the service computes from their findings: $of', ({ value }) => {
    for (const { results } of judgedIn(value)) {
      const { compliance, quality } = withScores(results as ResultsResponse);
      expect(compliance.score).toBe(results.compliance.score);
      expect(quality.overall_score).toBe(results.quality.overall_score);
    }
  });

  it.each(withJudged)('have the scores that a reader of docs/results.md counts: $of', ({ value }) => {
    for (const { results } of judgedIn(value)) {
      const { compliance, quality } = results;
      const rules = new Set(
        compliance.violations
          .filter(({ confidence, upheld }) => upheld !== false && confidence >= 0.6)
          .map(({ rule }) => rule),
      );
      const share = countShare([
        [30, compliance.identity_verification, compliance.identity_verification.performed],
        [30, compliance.mandatory_disclosures, compliance.mandatory_disclosures.performed],
        [20, compliance.privacy_protection, compliance.privacy_protection.performed],
        [20, compliance.purpose_declaration, compliance.purpose_declaration.performed],
      ]);
      expect(compliance.score).toBe(Math.max(0, share - 20 * rules.size));
      const qualityShare = countShare([
        [45, quality.call_resolution, quality.call_resolution.resolved],
        [30, quality.empathetic_language, quality.empathetic_language.present],
        [25, quality.greeting, quality.greeting.present],
      ]);
      expect(quality.overall_score).toBe(qualityShare);
    }
  });
});

const isCitation = (each: object): each is Citation => 'quote' in each;

type Counted = readonly [weight: number, finding: { readonly assessable: boolean }, holds: boolean];

function countShare(counted: readonly Counted[]): number {
  const assessable = counted.filter(([, finding]) => finding.assessable);
  const sum = (of: readonly Counted[]) => of.reduce((total, [weight]) => total + weight, 0);
  return Math.round((100 * sum(assessable.filter(([, , holds]) => holds))) / sum(assessable));
}
