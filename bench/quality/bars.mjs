// What a version must reach. Every part of the bench measures the values of its bars under their ids.

/** `share` values are 0 to 1, `count` values are numbers of faults. All bars about dialogues are about those that are unseen. */
export const BARS = [
  bar('dialogues', 'accused-0', 'what the agent did, told as not done', 'share', { max: 0.02 }),
  bar('dialogues', 'accused-8', 'the same with 8 % of the words wrong', 'share', { max: 0.03 }),
  bar('dialogues', 'accused-25', 'the same with 25 % of the words wrong', 'share', { max: 0.05 }),
  bar('dialogues', 'unproved', 'verdicts without a quotation', 'count', { max: 0 }),
  bar('dialogues', 'resolution-recall', 'resolved calls told as resolved', 'share', { min: 0.85 }),
  bar('dialogues', 'resolution-precision', 'told as resolved, and it was', 'share', { min: 0.9 }),
  bar('dialogues', 'resolution-precision-of-false', 'told as not resolved, and it failed', 'share', { min: 0.9 }),
  bar('dialogues', 'identity-precision', 'told as identified, and it was', 'share', { min: 0.85 }),
  bar('dialogues', 'greeting-recall', 'greetings heard', 'share', { min: 0.95 }),
  bar('dialogues', 'greeting-precision', 'told as greeted, and it was', 'share', { min: 0.9 }),
  bar('dialogues', 'purpose-recall', 'purposes heard', 'share', { min: 0.7 }),
  bar('dialogues', 'purpose-precision', 'told as purpose declared, and it was', 'share', { min: 0.9 }),
  bar('dialogues', 'empathy-recall', 'empathy heard', 'share', { min: 0.7 }),
  bar('dialogues', 'empathy-precision', 'told as empathetic, and it was', 'share', { min: 0.9 }),
  bar('dialogues', 'pin-recall', 'PIN requests found', 'share', { min: 0.8 }),
  bar('dialogues', 'pin-precision', 'told as PIN requests, and they were', 'share', { min: 0.95 }),
  bar('dialogues', 'secrets-recall', 'requests for password, security code, card number or expiry found', 'share', {
    min: 0.8,
  }),
  bar('dialogues', 'secrets-precision', 'told as such requests, and they were', 'share', { min: 0.95 }),
  bar('dialogues', 'dismissive-false', 'calls wrongly told as dismissive', 'count', { max: 0 }),
  bar('dialogues', 'praised', 'told as done without the deed, the worst finding', 'share', { max: 0.05 }),
  bar('dialogues', 'praised-hard', 'the same in the hard calls', 'share', { max: 0.05 }),
  bar('dialogues', 'praise-precision', 'told as done, and it was, the worst finding', 'share', { min: 0.85 }),
  bar('dialogues', 'praise-precision-hard', 'the same in the hard calls', 'share', { min: 0.85 }),
  bar('dialogues', 'all-secrets-recall-hard', 'requests for any secret found in the hard calls', 'share', { min: 0.7 }),
  bar('dialogues', 'all-secrets-precision-hard', 'told as such, and they were', 'share', { min: 0.9 }),
  bar('dialogues', 'accused-hard', 'what the agent did in the hard calls, told as not done', 'share', { max: 0.02 }),
  bar('languages', 'foreign-verdicts', 'verdicts on calls in a language without rules', 'count', { max: 0 }),
  bar('languages', 'foreign-scores', 'scores of calls in a language without rules', 'count', { max: 0 }),
  bar('languages', 'accused', 'what the agent did, told as not done, whatever language is named', 'share', {
    max: 0.02,
  }),
  bar('roles', 'swapped', 'calls with swapped roles that are judged all the same', 'count', { max: 0 }),
  bar('hearing', 'open-on-noise', 'parties of noisy recordings told as heard well', 'count', { max: 0 }),
  bar('hearing', 'shut-on-clean', 'parties of clean recordings told as not heard well', 'count', { max: 0 }),
  bar('hearing', 'absences', 'absences held against an agent who was not heard well', 'count', { max: 0 }),
  bar('hearing', 'failed', 'analyses that failed', 'count', { max: 0 }),
  bar('recordings', 'failed', 'analyses that failed', 'count', { max: 0 }),
  bar('recordings', 'not-verbatim', 'quotations that are not verbatim', 'count', { max: 0 }),
  bar('recordings', 'roles-on-stereo', 'turns wrong or unassigned on clean stereo', 'count', { max: 0 }),
  bar('recordings', 'roles-on-mono', 'turns wrong on mono at a confidence of 0.8 or more', 'count', { max: 0 }),
  bar('recordings', 'speechless', 'recordings without speech in which text is heard', 'count', { max: 0 }),
];

function bar(part, id, text, unit, { min = null, max = null }) {
  return { part, id, text, unit, min, max };
}

/**
 * @param measured values by part and id: `{ dialogues: { 'accused-0': 0.01 } }`; null where a run gives no value
 * @returns each bar of the measured parts with its `value` and whether it is `met`, which is null without a value
 */
export function weighBars(measured) {
  return BARS.filter(({ part }) => part in measured).map((each) => {
    const value = measured[each.part][each.id] ?? null;
    const met = value === null ? null : value >= (each.min ?? -Infinity) && value <= (each.max ?? Infinity);
    return { ...each, value, met };
  });
}
