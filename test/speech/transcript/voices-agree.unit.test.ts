import { describe, expect, it } from 'vitest';
import type { CallToAnalyse, RoleAssignment } from '../../../src/ports/call-analyst.js';
import type { Role, Speaker } from '../../../src/ports/transcript.js';
import { voicesAgree } from '../../../src/speech/transcript/voices-agree.js';
import { segmentsOf } from '../../support/audio/segments.js';

type ByWords = readonly (readonly [Role, number] | null)[];

/** Each utterance has a voice, and a role by its words, or none. */
async function agree(voices: readonly Speaker[], byWords: ByWords | null) {
  const segments = segmentsOf(voices.map((speaker, id) => [speaker, `words ${id}`]));
  const asked: CallToAnalyse[] = [];
  const assigned = byWords?.flatMap((each, id) =>
    each ? [[id, { role: each[0], confidence: each[1] }] as const] : [],
  );
  const assignment: RoleAssignment = { speakers: {}, segments: assigned ? Object.fromEntries(assigned) : null };
  const isAgreed = await voicesAgree(
    { segments, language: 'en', outputLanguage: null, durationMs: 60_000, spotted: [] },
    new Map(segments.map(({ id, speaker }) => [id, speaker])),
    {
      assignRoles: async (call) => {
        asked.push(call);
        return assignment;
      },
    },
    new AbortController().signal,
  );
  return { isAgreed, asked };
}

const FOUR: readonly Speaker[] = ['agent', 'customer', 'agent', 'customer'];
const A = ['agent', 0.9] as const;
const C = ['customer', 0.9] as const;

describe('voices and words', () => {
  it.each<[string, readonly Speaker[], ByWords | null, boolean]>([
    ['agree where each voice says what its role says', FOUR, [A, C, A, C], true],
    ['agree with three of four', FOUR, [A, C, A, A], true],
    ['disagree with two of four', FOUR, [A, C, C, A], false],
    ['disagree with two of three', FOUR, [A, C, C, null], false],
    ['disagree where the customer says what an agent says', FOUR, [A, A, A, A], false],
    ['disagree where each voice says what the other role says', FOUR, [C, A, C, A], false],
    ['agree where no utterance says who speaks', FOUR, [null, null, null, null], true],
    ['agree where the analyst answers no utterances', FOUR, null, true],
    ['disagree by an utterance of 0.6 confidence', ['agent'], [['customer', 0.6]], false],
    ['do not disagree by an utterance of less', ['agent'], [['customer', 0.59]], true],
    ['do not disagree by a voice without a role', ['speaker_2', 'agent'], [C, A], true],
    ['do not agree by a voice without a role', ['speaker_2', 'speaker_2', 'speaker_2', 'agent'], [A, A, C, C], false],
  ])('%s', async (what, voices, byWords, expected) => {
    const { isAgreed } = await agree(voices, byWords);
    expect(isAgreed, `The rule is broken that voices and words ${what}`).toBe(expected);
  });

  it('are compared by an analyst that is not told the voices', async () => {
    const { asked } = await agree(FOUR, [A, C, A, C]);
    expect(asked, 'The analyst is asked more than once').toHaveLength(1);
    expect(asked[0]).toMatchObject({ language: 'en', durationMs: 60_000 });
    const told = asked[0]?.segments.map(({ id, speaker, text }) => [id, speaker, text]);
    expect(told, 'The analyst reads other words, or the voices').toEqual(
      FOUR.map((_, id) => [id, 'speaker_0', `words ${id}`]),
    );
  });
});
