// What Ctrl-Z takes back of a review, without a browser.
import { expect, it } from 'vitest';
import { emptyDraft, findingKey, violationKey, withVerdict } from '../../web/src/views/call/draft/draft.js';
import type { Item } from '../../web/src/views/call/draft/items.js';
import { createSteps, takingBack } from '../../web/src/views/call/draft/undo.js';

const GREETING = findingKey('quality.greeting');

it('takes steps back one by one, and the letters of a note as one', () => {
  const steps = createSteps();
  const [empty, answered] = [emptyDraft(1), withVerdict(emptyDraft(1), GREETING, { answer: 'no' })];
  steps.add(empty, '');
  steps.add(answered, `note ${GREETING}`);
  steps.add(withVerdict(answered, GREETING, { note: 'w' }), `note ${GREETING}`);
  expect([steps.back(), steps.back(), steps.back()]).toEqual([answered, empty, null]);
});

it('withdraws what the review decided first, and gives back the answer that a person had given before', () => {
  const before = (key: string, isHuman: boolean, answer: string): Item => ({
    key,
    title: '',
    hint: null,
    standing: '',
    tone: 'none',
    isHuman,
    confidence: null,
    isFlagged: false,
    isInDoubt: false,
    agreeing: null,
    answer,
    system: null,
    why: null,
    missing: [],
    citations: [],
    options: [],
  });
  const pin = violationKey('pin_requested', 2);
  const given = { answer: 'no', note: 'Not at all', quotes: [] };
  const items = [before(GREETING, true, 'yes'), before(pin, false, 'upheld')];
  expect(takingBack({ [GREETING]: given, [pin]: { ...given, answer: 'dismissed' } }, items)).toEqual({
    [GREETING]: { answer: 'yes', note: '', quotes: [] },
    [pin]: { answer: 'withdraw', note: '', quotes: [] },
  });
});
