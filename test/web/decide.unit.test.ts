// What a person decides about a call and has not saved yet, without a browser.
import { describe, expect, it } from 'vitest';
import { CallAnalysisError, type Correction, type Review } from '../../clients/typescript/src/browser.js';
import { conflictOf, decisionsIn } from '../../web/src/views/call/draft/beside.js';
import {
  afterReview,
  answerKey,
  correctionBody,
  countChanges,
  type Draft,
  emptyDraft,
  findingKey,
  fitting,
  MAX_QUOTE,
  quoteFault,
  rebased,
  reviewBody,
  speakerIn,
  violationKey,
  withEdit,
  withVerdict,
} from '../../web/src/views/call/draft/draft.js';
import { type Keeper, type Sender, save } from '../../web/src/views/call/draft/save.js';

const IDENTITY = findingKey('compliance.identity_verification');
const TURN = { id: 3, speaker: 'agent', text: 'hello there' };
const EVALUATION = '0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10';

describe('a draft', () => {
  it('becomes one review of all that was decided, and takes an answer back', () => {
    const quotes = [{ segment_id: 3, quote: 'hello there' }];
    let draft = withVerdict(emptyDraft(1), IDENTITY, { answer: 'no', note: ' why ', quotes });
    draft = withVerdict(draft, violationKey('pin: asked', 12), { answer: 'dismissed' });
    draft = withVerdict(draft, answerKey(EVALUATION, 'solved'), { answer: 'withdraw', quotes });
    draft = withVerdict(draft, findingKey('quality.greeting'), { answer: 'yes' });
    draft = withVerdict(draft, findingKey('quality.greeting'), null);
    expect(reviewBody(draft.verdicts, 'mara')).toEqual({
      reviewer_id: 'mara',
      findings: [{ finding: 'compliance.identity_verification', answer: 'no', note: ' why ', quotes }],
      violations: [{ rule: 'pin: asked', segment_id: 12, upheld: false, note: null }],
      answers: [{ evaluation_id: EVALUATION, question: 'solved', answer: 'withdraw', rationale: null, quotes: [] }],
    });
    expect(countChanges(draft)).toBe(3);
  });

  it('becomes one correction, in which an edit that says the same is none', () => {
    let draft = withEdit(emptyDraft(2), TURN, { text: 'hello dear' });
    draft = withEdit(draft, TURN, { speaker: 'customer' });
    expect(correctionBody(draft, 'mara')).toEqual({
      base_version: 2,
      reviewer_id: 'mara',
      segments: [{ id: 3, text: 'hello dear', speaker: 'customer' }],
    });
    draft = withEdit(withEdit(draft, TURN, { text: 'hello there ' }), TURN, { speaker: 'agent' });
    expect(countChanges(draft)).toBe(0);
    expect(correctionBody({ ...draft, swapRoles: true, speakers: { speaker_0: 'agent' } }, 'mara')).toEqual({
      base_version: 2,
      reviewer_id: 'mara',
      swap_roles: true,
      speakers: { speaker_0: 'agent' },
    });
  });

  it('shows who will speak: a single turn goes before the speakers, and these before the swap', () => {
    const draft: Draft = { ...emptyDraft(1), swapRoles: true, speakers: { speaker_0: 'agent' } };
    expect(speakerIn(draft, TURN)).toBe('customer');
    expect(speakerIn(draft, { id: 4, speaker: 'speaker_0' })).toBe('customer');
    expect(speakerIn(draft, { id: 4, speaker: 'speaker_1' })).toBe('speaker_1');
    const kept = withEdit(draft, TURN, { speaker: 'agent' });
    expect(speakerIn(kept, TURN), 'against the swap').toBe('agent');
    expect(countChanges(withEdit(kept, TURN, { speaker: 'customer' }))).toBe(countChanges(draft));
  });

  it('takes quotations as the service does', () => {
    const verdict = { answer: 'no', note: '', quotes: [{ segment_id: 1, quote: 'four' }] };
    expect(quoteFault(verdict, { segment_id: 1, quote: 'two, 2' })).toBeNull();
    expect(quoteFault(verdict, { segment_id: 1, quote: 'a b c!' })).toBe('short');
    expect(quoteFault(verdict, { segment_id: 1, quote: 'four' })).toBe('twice');
    expect(quoteFault({ ...verdict, quotes: Array(8).fill(verdict.quotes[0]) }, { segment_id: 2, quote: 'four' })).toBe(
      'many',
    );
    const long = fitting(`${'word '.repeat(500)}`);
    expect(long.length).toBeLessThanOrEqual(MAX_QUOTE);
    expect(long).toMatch(/word$/);
  });

  it('goes upon another version: edits by the id of the turn, answers to the evaluation made again, no swap back', () => {
    const card = { id: 'card', revision: 2 };
    let draft = withVerdict(emptyDraft(1), answerKey(EVALUATION, 'solved'), { answer: 'yes' });
    draft = withEdit(withEdit(draft, TURN, { text: 'mine' }), { ...TURN, id: 9 }, { text: 'gone' });
    draft = withEdit(draft, { ...TURN, id: 4 }, { text: 'the same' });
    const next = rebased(
      { ...draft, swapRoles: true, speakers: { speaker_0: 'agent' } },
      {
        version: 2,
        seenReview: 'r',
        segments: [TURN, { id: 4, speaker: 'agent', text: 'the same' }],
        wasSwapped: true,
        evaluations: [
          { id: 'new', superseded: false, scorecard: card },
          { id: 'other', superseded: false, scorecard: { id: 'card', revision: 1 } },
          { id: EVALUATION, superseded: true, scorecard: card },
        ],
      },
    );
    expect(next).toEqual({
      baseVersion: 2,
      seenReview: 'r',
      verdicts: { [answerKey('new', 'solved')]: expect.objectContaining({ answer: 'yes' }) },
      edits: { 3: { text: 'mine' } },
      speakers: {},
      swapRoles: false,
      sending: null,
    });
  });
});

describe('Save', () => {
  const refusal = (status: number) =>
    new CallAnalysisError({ kind: 'api', detail: 'No', status, retryable: status >= 429 });
  const review = { id: 'review-1' } as Review;
  const correction = { id: 'correction-1' } as Correction;

  function keeping(draft: Draft): Keeper & { draft: Draft } {
    const keeper = {
      draft,
      get: () => keeper.draft,
      set: (next: Draft) => {
        // As it is kept in the tab.
        keeper.draft = JSON.parse(JSON.stringify(next)) as Draft;
      },
    };
    return keeper;
  }

  let keys = 0;
  const newKey = () => `key-${++keys}`;

  function recording(answers: readonly (Error | null)[]) {
    const sent: [string, string, unknown][] = [];
    const take = async <T>(kind: string, body: unknown, key: string, given: T): Promise<T> => {
      const answer = answers[sent.length];
      sent.push([kind, key, body]);
      if (answer) throw answer;
      return given;
    };
    const sender: Sender = {
      review: (body, key) => take('review', body, key, review),
      correction: (body, key) => take('correction', body, key, correction),
    };
    return { sent, sender };
  }

  const both = () => withEdit(withVerdict(emptyDraft(1), IDENTITY, { answer: 'no' }), TURN, { text: 'mine' });

  it('sends the review before the correction, each with a key of its own', async () => {
    const keeper = keeping(both());
    const { sent, sender } = recording([]);
    expect(await save(keeper, sender, 'mara', newKey)).toEqual({ review, correction, problem: null });
    expect(sent.map(([kind]) => kind)).toEqual(['review', 'correction']);
    expect(new Set(sent.map(([, key]) => key)), 'keys that were sent').toHaveProperty('size', 2);
    expect(keeper.draft).toMatchObject({ verdicts: {}, seenReview: 'review-1', edits: { 3: { text: 'mine' } } });
    expect(keeper.draft.sending).toMatchObject({ review: null, correction: { id: 'correction-1' } });
  });

  it.each([
    ['a cut connection', new CallAnalysisError({ kind: 'connection', detail: 'cut' })],
    ['429', refusal(429)],
    ['503', refusal(503)],
    ['409', refusal(409)],
  ])('sends the same again with the same key after %s, and later changes with another one', async (_, error) => {
    const keeper = keeping(both());
    const first = recording([error]);
    expect((await save(keeper, first.sender, 'mara', newKey)).problem).toMatchObject({ part: 'review', isOpen: true });
    keeper.set(withVerdict(keeper.draft, IDENTITY, { answer: 'yes' }));
    const second = recording([]);
    await save(keeper, second.sender, 'ben', newKey);
    expect(second.sent[0], 'by the same name too').toEqual(first.sent[0]);
    expect(keeper.draft.verdicts[IDENTITY]?.answer, 'changed since').toBe('yes');
    keeper.set({ ...keeper.draft, sending: null });
    const third = recording([]);
    await save(keeper, third.sender, 'ben', newKey);
    expect(third.sent[0]?.[1]).not.toBe(first.sent[0]?.[1]);
  });

  it('keeps all where the review is refused, and does not send the correction', async () => {
    const keeper = keeping(both());
    const { sent, sender } = recording([refusal(422)]);
    expect((await save(keeper, sender, 'mara', newKey)).problem).toMatchObject({ part: 'review', isOpen: false });
    expect(sent, 'requests that were sent').toHaveLength(1);
    expect(keeper.draft).toEqual(both());
  });

  it('says that the correction alone failed, and goes on from there', async () => {
    const keeper = keeping(both());
    const first = recording([null, refusal(400)]);
    expect(await save(keeper, first.sender, 'mara', newKey)).toMatchObject({
      review,
      problem: { part: 'correction', isOpen: false },
    });
    expect(countChanges(keeper.draft)).toBe(1);
    const second = recording([]);
    await save(keeper, second.sender, 'mara', newKey);
    expect(second.sent.map(([kind]) => kind)).toEqual(['correction']);
  });

  it('leaves in the draft what was decided otherwise while it was sent', () => {
    const sent = both();
    const sending = { review: { key: 'k', reviewerId: 'mara', verdicts: sent.verdicts }, correction: null };
    const since = withVerdict({ ...sent, sending }, findingKey('quality.greeting'), { answer: 'no' });
    expect(Object.keys(afterReview(since, 'r').verdicts)).toEqual([findingKey('quality.greeting')]);
    expect(afterReview(since, 'r').sending).toBeNull();
  });
});

describe('what others did', () => {
  const reviewBy = (id: string, finding: string) =>
    ({ id, reviewer_id: id, created: 1, findings: [{ finding, note: null }], violations: [], answers: [] }) as never;
  const corrected = (version: number, status = 'completed') => ({ transcript_version: version, status }) as never;
  const seen = { baseVersion: 2, seenReview: 'seen', verdicts: { [IDENTITY]: {} } };

  it('is a conflict where it decided the same, or made another version', () => {
    const same = reviewBy('ben', 'compliance.identity_verification');
    const other = reviewBy('anna', 'quality.greeting');
    const before = reviewBy('seen', 'compliance.identity_verification');
    expect(conflictOf(seen, { reviews: [other, before], corrections: [corrected(2)] })).toBeNull();
    expect(conflictOf(seen, { reviews: [other, same, before], corrections: [] })?.reviews).toEqual([same]);
    const corrections = [corrected(4, 'processing'), corrected(3), corrected(2)];
    expect(conflictOf(seen, { reviews: [before], corrections })?.corrections).toEqual([corrected(3)]);
  });

  it('tells who decided last', () => {
    const reviews = [reviewBy('ben', 'quality.greeting'), reviewBy('anna', 'quality.greeting')];
    expect(decisionsIn(reviews).get(findingKey('quality.greeting'))?.reviewerId).toBe('ben');
  });
});
