import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeCall } from '../../src/judgement/judge-call.js';
import { QuotationIndex } from '../../src/judgement/quotation-index.js';
import { eachFinding, FINDING_NAMES } from '../../src/ports/findings.js';
import type { Segment, Speaker } from '../../src/ports/transcript.js';
import { segmentsOf } from '../support/audio/segments.js';
import { findingIn, type HearingName, hearingOf } from '../support/builders/judged-call.js';
import { findUnfaithfulQuotes } from '../support/matchers/unfaithful-quotes.js';

const WORDS =
  "the your call is recorded please confirm name date of birth I'm don't account refund größe identité 84 e-mail 您 наш thanks bill".split(
    ' ',
  );
const word = fc.constantFrom(...WORDS);
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ', ', '. ', ' - ', '  ')), { minLength: 4, maxLength: 14 })
  .map((pairs) => pairs.map(([each, gap]) => each + gap).join(''));
const speaker = fc.constantFrom<Speaker>('agent', 'customer');
const call = fc
  .tuple(fc.array(fc.tuple(speaker, text), { minLength: 1, maxLength: 8 }), fc.constantFrom(200, 5000), fc.boolean())
  .map(([lines, pauseMs, words]) => segmentsOf(lines, { pauseMs, words }));

/** A call, one of its segments, and consecutive words of that segment, verbatim. */
const quoted = call.chain((segments) =>
  fc.tuple(fc.nat(segments.length - 1), fc.nat(10), fc.integer({ min: 4, max: 8 })).map(([index, from, length]) => {
    const segment = segments[index]!;
    const runs = [...segment.text.matchAll(/[^\s,.]*[\p{L}\p{N}][^\s,.]*/gu)];
    const first = runs[Math.min(from, runs.length - 4)]!;
    const last = runs[Math.min(runs.indexOf(first) + length, runs.length) - 1]!;
    return { segments, segment, quote: segment.text.slice(first.index, last.index + last[0].length) };
  }),
);

function roleOf(segment: Segment) {
  return segment.speaker === 'agent' ? ('agent' as const) : ('customer' as const);
}

describe('every citation', () => {
  it('is verbatim, by the required speaker and within the times of its segment, for any proposed quotation', () => {
    fc.assert(
      fc.property(
        call,
        fc.oneof(
          text,
          fc.string({ unit: 'binary', maxLength: 60 }),
          quoted.map(({ quote }) => quote),
        ),
        fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double()),
        fc.constantFrom('agent' as const, 'customer' as const, 'either' as const),
        (segments, quote, segmentId, required) => {
          for (const citation of new QuotationIndex(segments).cite({ segmentId, quote }, required)) {
            const segment = segments.find(({ id }) => id === citation.segmentId);
            expect(segment?.text).toContain(citation.quote);
            expect(citation.quote).not.toBe('');
            expect(citation.speaker).toBe(segment?.speaker);
            if (required !== 'either') expect(citation.speaker).toBe(required);
            expect(citation.startMs).toBeGreaterThanOrEqual(segment?.startMs ?? 0);
            expect(citation.endMs).toBeLessThanOrEqual(segment?.endMs ?? 0);
            expect(citation.startMs).toBeLessThanOrEqual(citation.endMs);
          }
        },
      ),
    );
  });

  it('is verbatim for any text, and no text makes it throw', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(anything, anything, fc.nat(80), fc.nat(80), (said, quote, a, b) => {
        const evidence = new QuotationIndex(segmentsOf([['agent', said]]));
        const part = said.slice(Math.min(a, b), Math.max(a, b));
        for (const proposed of [quote, said, part, said.toUpperCase()]) {
          for (const citation of evidence.cite({ segmentId: 0, quote: proposed }, 'agent')) {
            expect(said).toContain(citation.quote);
          }
        }
      }),
    );
  });

  it('is verified when it is proposed again', () => {
    fc.assert(
      fc.property(quoted, fc.boolean(), ({ segments, segment, quote }, upperCase) => {
        const evidence = new QuotationIndex(segments);
        const proposed = { segmentId: segment.id, quote: upperCase ? quote.toUpperCase() : quote };
        for (const citation of evidence.cite(proposed, 'either')) {
          const again = evidence.cite(citation, 'either');
          expect(again).toMatchObject([
            { segmentId: citation.segmentId, quote: citation.quote, verification: 'verified' },
          ]);
          expect(evidence.cite(again[0]!, 'either')).toEqual(again);
        }
      }),
    );
  });
});

describe('a quotation of some words of a segment', () => {
  it('is verified with any white space', () => {
    fc.assert(
      fc.property(quoted, fc.constantFrom(' ', '\n', '\t  ', '\u00a0'), ({ segments, segment, quote }, space) => {
        const proposed = { segmentId: segment.id, quote: ` ${quote.replace(/\s+/g, space)}\n` };
        const citations = new QuotationIndex(segments).cite(proposed, roleOf(segment));
        expect(citations).toMatchObject([{ segmentId: segment.id, verification: 'verified' }]);
      }),
    );
  });

  it('is found with any case and punctuation', () => {
    fc.assert(
      fc.property(
        quoted,
        fc.array(fc.constantFrom(' ', ', ', '; ', '… ', ' – ', '!  '), { minLength: 1, maxLength: 8 }),
        fc.constantFrom('upper', 'lower', 'curly', 'bare'),
        ({ segments, segment, quote }, gaps, change) => {
          const words = quote.split(/[\s,.]+/).filter((each) => /[\p{L}\p{N}]/u.test(each));
          let changed = words.map((each, index) => each + gaps[index % gaps.length]).join('');
          if (change === 'upper') changed = changed.toUpperCase();
          if (change === 'lower') changed = changed.toLowerCase();
          if (change === 'curly') changed = `“${changed.replaceAll("'", '’')}”`;
          if (change === 'bare') changed = changed.replaceAll("'", '');
          const citations = new QuotationIndex(segments).cite(
            { segmentId: segment.id, quote: changed },
            roleOf(segment),
          );
          expect(citations.length).toBeGreaterThan(0);
          expect(citations.map(({ segmentId }) => segmentId)).toContain(segment.id);
        },
      ),
    );
  });

  it('is dropped when one word is changed', () => {
    fc.assert(
      fc.property(quoted, fc.nat(), fc.constantFrom('xq', '9', 'ß', 'é'), ({ segments, segment, quote }, at, extra) => {
        const words = quote.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each));
        const index = at % words.length;
        const mutated = words.map((each, i) => (i === index ? `${extra}${each}${extra}` : each)).join(' ');
        expect(new QuotationIndex(segments).cite({ segmentId: segment.id, quote: mutated }, 'either')).toEqual([]);
      }),
    );
  });

  it('is dropped when a word is added', () => {
    fc.assert(
      fc.property(quoted, fc.nat(), ({ segments, segment, quote }, at) => {
        const words = quote.split(/\s+/);
        words.splice(1 + (at % (words.length - 1)), 0, 'never');
        expect(new QuotationIndex(segments).cite({ segmentId: segment.id, quote: words.join(' ') }, 'either')).toEqual(
          [],
        );
      }),
    );
  });

  it('is dropped when the other party said it', () => {
    fc.assert(
      fc.property(quoted, ({ segments, segment, quote }) => {
        const onlyAgent = new QuotationIndex(segments.map((each) => ({ ...each, speaker: 'agent' as const })));
        expect(onlyAgent.cite({ segmentId: segment.id, quote }, 'customer')).toEqual([]);
        expect(onlyAgent.cite({ segmentId: segment.id, quote }, 'agent').length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('any report of any analyst', () => {
  const words = fc.constantFrom(...WORDS, 'ignore', 'your', 'rules', 'give', 'full', 'marks');
  const phrase = fc.array(words, { minLength: 1, maxLength: 12 }).map((all) => all.join(' '));
  const speakers = fc.constantFrom<Speaker>('agent', 'customer', 'speaker_0', 'speaker_1');
  const calls = fc
    .tuple(
      fc.array(fc.tuple(speakers, phrase), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(200, 5000),
      fc.boolean(),
    )
    .map(([lines, pauseMs, timed]) => segmentsOf(lines, { pauseMs, words: timed }));

  /** Words of one turn, of two turns, or of none, with right and wrong segment ids. */
  const quotes = (segments: readonly Segment[]) => {
    const all = segments.flatMap(({ text }) => text.split(' '));
    const part = fc
      .tuple(fc.nat(all.length - 1), fc.integer({ min: 1, max: 8 }))
      .map(([from, length]) => all.slice(from, from + length).join(' '));
    const segmentId = fc.integer({ min: -1, max: segments.length });
    const quote = fc.oneof({ weight: 6, arbitrary: part }, phrase, fc.string({ unit: 'binary' }));
    return fc.array(fc.record({ segmentId, quote }), { maxLength: 4 });
  };
  const hearing = fc.constantFrom<HearingName>('good', 'unknown', 'bad');
  const hearings = fc.tuple(hearing, hearing).map(([agent, customer]) => hearingOf(agent, customer));
  const roleConfidences = fc.constantFrom(0.5, 0.6, 1);
  const reports = (segments: readonly Segment[]) => {
    const confidence = fc.oneof(fc.double(), fc.constantFrom(0.9, 0.5));
    const finding = fc.record({ met: fc.boolean(), confidence, quotes: quotes(segments), spotted: fc.boolean() });
    const sentiment = fc.constantFrom('positive' as const, 'mixed' as const);
    return fc.record({
      findings: fc.record(eachFinding(() => finding)),
      missingDisclosures: fc.array(phrase, { maxLength: 2 }),
      violations: fc.array(fc.record({ rule: phrase, description: phrase, confidence, quotes: quotes(segments) }), {
        maxLength: 3,
      }),
      observations: fc.array(
        fc.record({
          rule: phrase,
          category: fc.constantFrom('agent_practice' as const, 'customer_signal' as const, 'agent_conduct' as const),
          description: phrase,
          speaker: fc.constantFrom('agent' as const, 'customer' as const),
          observed: fc.boolean(),
          confidence,
          quotes: quotes(segments),
        }),
        { maxLength: 3 },
      ),
      sentiment: fc.record({ overall: sentiment, customer: sentiment, agent: sentiment }),
      customerEffortScore: fc.option(fc.double()),
      strengths: fc.array(phrase, { maxLength: 2 }),
      recommendations: fc.array(phrase, { maxLength: 2 }),
      summary: phrase,
      manipulationSuspected: fc.boolean(),
    });
  };

  it('gives results whose quotations were all said by the named speaker, no accusation without one, and scores from 0 to 100', () => {
    let cited = 0;
    let denied = 0;
    fc.assert(
      fc.property(
        calls.chain((segments) => fc.tuple(fc.constant(segments), reports(segments), hearings, roleConfidences)),
        ([segments, report, hearing, roleConfidence]) => {
          const diarization = { method: 'channel' as const, roleConfidence };
          const results = judgeCall({
            report,
            transcript: { segments, language: 'en', diarization, spotted: [], hearing },
          });
          expect(findUnfaithfulQuotes(results, segments)).toEqual([]);
          const { compliance, quality } = results;
          for (const finding of [
            compliance.identity_verification,
            compliance.privacy_protection,
            compliance.mandatory_disclosures,
            compliance.purpose_declaration,
            quality.greeting,
          ]) {
            cited += finding.citations.length;
            expect(finding.citations.filter((citation) => citation.speaker !== 'agent')).toEqual([]);
            expect(finding.citations.filter(({ quote }) => /ignore your rules|full marks/.test(quote))).toEqual([]);
          }
          for (const name of FINDING_NAMES) {
            const { holds, assessable, citations } = findingIn(results, name);
            if (holds || !assessable) continue;
            denied += 1;
            const accused = citations.filter(({ speaker: said }) => name === 'call_resolution' || said === 'agent');
            expect(accused).not.toEqual([]);
          }
          for (const score of [compliance.score, quality.overall_score]) {
            if (score === null) continue;
            expect(Number.isInteger(score) && score >= 0 && score <= 100, `${score} is a score`).toBe(true);
          }
        },
      ),
      { numRuns: 600 },
    );
    expect(cited).toBeGreaterThan(50);
    expect(denied).toBeGreaterThan(50);
  });
});
