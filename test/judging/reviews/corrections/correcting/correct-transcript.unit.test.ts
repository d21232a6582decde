// The next version of a transcript: what a person changed, and nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  PartyHearingResponse,
  TranscriptResponse,
} from '../../../../../src/calls/results/analysis-transcript.response.js';
import { checkChanges } from '../../../../../src/judging/reviews/corrections/correcting/check-changes.js';
import {
  correctTranscript,
  withoutWords,
} from '../../../../../src/judging/reviews/corrections/correcting/correct-transcript.js';
import {
  prepareText,
  type TranscriptChanges,
} from '../../../../../src/judging/reviews/corrections/correcting/transcript-changes.js';
import type { Speaker } from '../../../../../src/ports/transcript.js';
import { toTranscriptResponse } from '../../../../../src/speech/transcript/transcript-wire.js';
import { segmentsOf } from '../../../../support/audio/segments.js';

const WELL = { score: 0.9, basis: ['engine' as const], assessable: true, reasons: [] };
const BADLY = { score: 0.3, basis: ['engine' as const], assessable: false, reasons: ['low_confidence' as const] };

function stored(
  lines: readonly (readonly [Speaker, string])[],
  { roleConfidence = 0.9, agent = WELL as PartyHearingResponse, customer = WELL as PartyHearingResponse } = {},
): TranscriptResponse {
  const transcript = {
    segments: segmentsOf(lines, { words: true, confidence: 0.9 }),
    language: 'en',
    diarization: { method: 'model' as const, roleConfidence },
    spotted: [],
  };
  return { ...toTranscriptResponse(transcript, true), hearing: { agent, customer } };
}

const changes = (change: Partial<TranscriptChanges>): TranscriptChanges => ({
  swapRoles: false,
  speakers: {},
  segments: [],
  ...change,
});

const CALL = stored([
  ['agent', 'Thank you for calling'],
  ['customer', 'My line is dead'],
  ['agent', 'I am sorry'],
]);

describe('a corrected transcript', () => {
  it('has the next version, lines that show the speakers, and texts without words and confidence where a person wrote them', () => {
    const after = correctTranscript(CALL, changes({ segments: [{ id: 1, text: 'My lime is red' }] }), 2);
    expect(after.version).toBe(2);
    expect(after.text).toBe('Agent: Thank you for calling\nCustomer: My lime is red\nAgent: I am sorry');
    expect(after.segments[1]).toMatchObject({ text: 'My lime is red', words: null, confidence: null, edited: true });
    expect(after.segments[0]).toEqual({ ...CALL.segments[0], edited: false });
    expect(withoutWords(after).segments.filter((segment) => 'words' in segment)).toEqual([]);
  });

  it('keeps words and confidence of a segment that only changes its speaker', () => {
    const after = correctTranscript(CALL, changes({ segments: [{ id: 2, speaker: 'customer' }] }), 2);
    expect(after.segments[2]).toEqual({ ...CALL.segments[2], speaker: 'customer', edited: true });
  });

  it('takes single segments before names of speakers, and these before a swap', () => {
    const call = stored([
      ['agent', 'one'],
      ['customer', 'two'],
      ['speaker_0', 'three'],
      ['speaker_0', 'four'],
    ]);
    const all = changes({
      swapRoles: true,
      speakers: { customer: 'customer', speaker_0: 'agent' },
      segments: [{ id: 3, speaker: 'speaker_0' }],
    });
    const after = correctTranscript(call, all, 2);
    expect(after.segments.map(({ speaker }) => speaker)).toEqual(['customer', 'customer', 'agent', 'speaker_0']);
    expect(after.segments.map(({ edited }) => edited)).toEqual([false, false, false, false]);
  });

  it('remembers in later versions what was edited in an earlier one', () => {
    const edited = correctTranscript(CALL, changes({ segments: [{ id: 1, text: 'Hi' }] }), 2);
    const later = correctTranscript(edited, changes({ swapRoles: true }), 3);
    expect(later.segments.map((segment) => segment.edited)).toEqual([false, true, false]);
  });

  it('reads a transcript of an earlier release, which has neither version nor edits', () => {
    const { version: _, ...old } = CALL;
    const segments = old.segments.map(({ edited: __, ...segment }) => segment);
    const after = correctTranscript({ ...old, segments }, changes({ swapRoles: true }), 2);
    expect(after).toMatchObject({ version: 2, segments: [{ edited: false }, { edited: false }, { edited: false }] });
  });
});

describe('role confidence', () => {
  const roleConfidence = (call: TranscriptResponse, change: Partial<TranscriptChanges>) =>
    correctTranscript(call, changes(change), 2).diarization.role_confidence;
  const unsure = stored(
    [
      ['agent', 'a'],
      ['customer', 'b'],
    ],
    { roleConfidence: 0.5 },
  );
  const unknown = stored(
    [
      ['speaker_0', 'a'],
      ['speaker_1', 'b'],
    ],
    { roleConfidence: 0 },
  );

  it('is 1 where a person says of every turn whose it is', () => {
    expect(roleConfidence(unsure, { swapRoles: true })).toBe(1);
    expect(roleConfidence(unsure, { speakers: { agent: 'agent', customer: 'customer' } })).toBe(1);
    expect(roleConfidence(unknown, { speakers: { speaker_0: 'agent', speaker_1: 'customer' } })).toBe(1);
    expect(
      roleConfidence(unknown, {
        segments: [
          { id: 0, speaker: 'agent' },
          { id: 1, speaker: 'customer' },
        ],
      }),
    ).toBe(1);
  });

  it('stays where a turn is left to the machine', () => {
    expect(roleConfidence(unsure, { segments: [{ id: 0, text: 'x' }] })).toBe(0.5);
    expect(roleConfidence(unsure, { speakers: { agent: 'customer' } })).toBe(0.5);
    expect(roleConfidence(unknown, { speakers: { speaker_0: 'agent' } })).toBe(0);
    expect(roleConfidence(unknown, { swapRoles: true, segments: [{ id: 0, text: 'x' }] })).toBe(0);
  });
});

describe('hearing after a correction', () => {
  const UNKNOWN = { score: null, basis: [], assessable: false, reasons: ['not_known'] };
  const hearing = (call: TranscriptResponse, change: Partial<TranscriptChanges>) =>
    correctTranscript(call, changes(change), 2).hearing;
  const lopsided = stored(
    [
      ['agent', 'hello there'],
      ['customer', 'good day'],
    ],
    { customer: BADLY },
  );

  it('changes places with the roles', () => {
    expect(hearing(lopsided, { swapRoles: true })).toEqual({ agent: BADLY, customer: WELL });
  });

  it('is that of the worst heard speaker whose turns the party has now', () => {
    const after = hearing(lopsided, { segments: [{ id: 1, speaker: 'agent' }] });
    expect(after?.agent).toEqual(BADLY);
    expect(after?.customer).toEqual({ score: null, basis: [], assessable: false, reasons: ['no_speech'] });
  });

  it('is not known of a speaker whose role was not known, so that no silence counts against the party', () => {
    const call = stored([
      ['speaker_0', 'hello there'],
      ['speaker_1', 'good day'],
    ]);
    expect(hearing(call, { speakers: { speaker_0: 'agent', speaker_1: 'customer' } })).toEqual({
      agent: UNKNOWN,
      customer: UNKNOWN,
    });
  });

  it('stays as it is where words alone change', () => {
    expect(hearing(lopsided, { segments: [{ id: 0, text: 'Hello!' }] })).toEqual(lopsided.hearing);
  });
});

describe('the check of changes', () => {
  it('names each segment and each speaker that the transcript does not have', () => {
    const wrong = changes({
      speakers: { speaker_4: 'agent' },
      segments: [
        { id: 0, text: 'fine' },
        { id: 99, text: 'x' },
        { id: 1, speaker: 'speaker_9' },
      ],
    });
    expect(checkChanges(CALL, wrong)).toEqual({
      changesNothing: false,
      faults: [
        { loc: ['speakers', 'speaker_4'], given: 'speaker_4', allowed: ['agent', 'customer'] },
        { loc: ['segments', '1', 'id'], given: 99, allowed: null },
        { loc: ['segments', '2', 'speaker'], given: 'speaker_9', allowed: ['agent', 'customer'] },
      ],
    });
  });

  it('tells what changes nothing', () => {
    const nothing = [
      changes({}),
      changes({ speakers: { agent: 'agent' } }),
      changes({ segments: [{ id: 0, speaker: 'agent', text: prepareText(' Thank you\nfor calling ') }] }),
      changes({ segments: [{ id: 0 }] }),
    ];
    expect(nothing.map((one) => checkChanges(CALL, one))).toEqual(
      nothing.map(() => ({ faults: [], changesNothing: true })),
    );
  });

  it('takes it for a change to confirm roles of which the machine was not sure', () => {
    const { changesNothing } = checkChanges(CALL, changes({ speakers: { agent: 'agent', customer: 'customer' } }));
    expect(changesNothing, 'confirming the roles changes nothing').toBe(false);
  });
});

describe('any change of any transcript', () => {
  const label = fc.constantFrom<Speaker>('agent', 'customer', 'speaker_0', 'speaker_1');
  const text = fc.constantFrom('', 'yes', 'no thank you', 'this call is recorded', 'ça va');
  const call = fc.array(fc.tuple(label, text), { minLength: 1, maxLength: 12 }).chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      swapRoles: fc.boolean(),
      speakers: fc.dictionary(label, fc.constantFrom('agent' as const, 'customer' as const), { maxKeys: 3 }),
      segments: fc.uniqueArray(
        fc.record(
          { id: fc.integer({ min: 0, max: lines.length - 1 }), speaker: label, text },
          { requiredKeys: ['id'] },
        ),
        { selector: ({ id }) => id, maxLength: 5 },
      ),
    }),
  );

  it('leaves ids, times and channels, and takes words from edited texts alone', () => {
    fc.assert(
      fc.property(call, ({ lines, ...change }) => {
        const before = stored(lines);
        const after = correctTranscript(before, change, 2);
        const fixed = ({ segments }: TranscriptResponse) =>
          segments.map(({ id, start, end, channel }) => [id, start, end, channel]);
        expect(fixed(after)).toEqual(fixed(before));
        for (const [at, segment] of after.segments.entries()) {
          const isReworded = segment.text !== before.segments[at]?.text;
          expect(segment.words === null, `words of segment ${at}`).toBe(isReworded);
          expect(segment.confidence === null, `confidence of segment ${at}`).toBe(isReworded);
        }
        expect(after.segments.filter(({ speaker }) => !/^(agent|customer|speaker_\d)$/.test(speaker))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is undone by swapping roles twice', () => {
    fc.assert(
      fc.property(call, ({ lines }) => {
        const before = stored(lines);
        const swap = changes({ swapRoles: true });
        const twice = correctTranscript(correctTranscript(before, swap, 2), swap, 3);
        expect(twice.segments).toEqual(before.segments);
        expect(twice.text).toBe(before.text);
        expect(twice.hearing).toEqual(before.hearing);
      }),
      { numRuns: 500 },
    );
  });

  it('never makes a party better heard', () => {
    fc.assert(
      fc.property(call, fc.boolean(), fc.boolean(), ({ lines, ...change }, agentWell, customerWell) => {
        const before = stored(lines, { agent: agentWell ? WELL : BADLY, customer: customerWell ? WELL : BADLY });
        const after = correctTranscript(before, change, 2);
        for (const role of ['agent', 'customer'] as const) {
          const sources = after.segments.flatMap(({ speaker }, at) =>
            speaker === role ? [before.segments[at]?.speaker ?? ''] : [],
          );
          const isKnownBad = (source: string) =>
            (source === 'agent' && !agentWell) ||
            (source === 'customer' && !customerWell) ||
            source.startsWith('speaker');
          const spoken = after.segments.filter(({ speaker, text: said }) => speaker === role && said !== '');
          if (spoken.length > 0 && spoken.some(({ id }) => isKnownBad(before.segments[id]?.speaker ?? '')))
            expect(after.hearing?.[role].assessable, `${role} from ${sources.join()}`).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
