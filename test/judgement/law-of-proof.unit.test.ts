import { describe, expect, it } from 'vitest';
import type { FindingName } from '../../src/ports/findings.js';
import {
  CLEAR_TRANSCRIPT,
  denyFinding,
  FAILED_TRANSCRIPT,
  findingIn,
  type HearingName,
  HONEST_QUOTES,
  hearingOf,
  judge,
  OPPOSITE_QUOTES,
  proposeFinding,
  reportOf,
} from '../support/builders/judged-call.js';

type Verdict = 'true' | 'false' | 'not assessable';
type Verdicts = Readonly<Record<HearingName, Verdict>>;

/** Proved by its opposite, whether or not it is known how well the parties were heard. */
const BY_OPPOSITE: Verdicts = { good: 'false', unknown: 'false', bad: 'not assessable' };
/** Proved by an opening that lacks the deed. */
const BY_OPENING: Verdicts = { good: 'false', unknown: 'not assessable', bad: 'not assessable' };
const BY_DEED: Verdicts = { good: 'true', unknown: 'true', bad: 'true' };
const BY_NOTHING: Verdicts = { good: 'not assessable', unknown: 'not assessable', bad: 'not assessable' };

const WHEN_OPPOSITE_WAS_HEARD: Readonly<Record<FindingName, Verdicts>> = {
  identity_verification: BY_OPPOSITE,
  privacy_protection: BY_OPPOSITE,
  mandatory_disclosures: BY_OPENING,
  purpose_declaration: BY_OPPOSITE,
  call_resolution: BY_OPPOSITE,
  greeting: BY_OPENING,
  empathetic_language: BY_OPPOSITE,
  professionalism: BY_OPPOSITE,
};

const SAID = ['deed', 'opposite', 'neither'] as const;
const HEARINGS = ['good', 'unknown', 'bad'] as const;

const CASES = (Object.keys(WHEN_OPPOSITE_WAS_HEARD) as FindingName[]).flatMap((name) =>
  SAID.flatMap((said) => {
    const verdicts = { deed: BY_DEED, opposite: WHEN_OPPOSITE_WAS_HEARD[name], neither: BY_NOTHING }[said];
    return HEARINGS.flatMap((hearing) => [
      { name, said, hearing, roleConfidence: 0.5, verdict: 'not assessable' as const },
      { name, said, hearing, roleConfidence: 0.6, verdict: verdicts[hearing] },
      { name, said, hearing, roleConfidence: 0.9, verdict: verdicts[hearing] },
    ]);
  }),
);

describe('the law of proof', () => {
  it.each(CASES)(
    '$name, $said said, hearing $hearing, role confidence $roleConfidence: $verdict',
    ({ name, said, hearing, roleConfidence, verdict }) => {
      const finding = {
        deed: proposeFinding(HONEST_QUOTES[name]),
        opposite: denyFinding(OPPOSITE_QUOTES[name]),
        neither: denyFinding([]),
      }[said];
      const results = judge(reportOf({ [name]: finding }), {
        ...(said === 'deed' ? CLEAR_TRANSCRIPT : FAILED_TRANSCRIPT),
        hearing: hearingOf(hearing),
        diarization: { method: 'model', roleConfidence },
      });
      const { holds, assessable, citations, confidence } = findingIn(results, name);
      expect(assessable ? String(holds) : 'not assessable').toBe(verdict);
      expect([citations.length > 0, confidence]).toEqual(assessable ? [true, 0.9] : [false, 0]);
    },
  );

  it.each<[FindingName, HearingName, HearingName, boolean]>([
    ['call_resolution', 'bad', 'good', false],
    ['call_resolution', 'good', 'bad', false],
    ['empathetic_language', 'bad', 'good', false],
    ['empathetic_language', 'good', 'bad', false],
    ['professionalism', 'bad', 'good', false],
    ['professionalism', 'good', 'bad', true],
  ])('%s, opposite said, agent heard %s and customer %s: assessable %s', (name, agent, customer, assessable) => {
    const results = judge(reportOf({ [name]: denyFinding(OPPOSITE_QUOTES[name]) }), {
      ...FAILED_TRANSCRIPT,
      hearing: hearingOf(agent, customer),
    });
    const fault = 'It is held against the agent, or it is not, although the party that it rests on was heard so';
    expect(findingIn(results, name).assessable, fault).toBe(assessable);
  });
});
