import { describe, expect, it } from 'vitest';
import { type GatedCall, passGate } from '../../../src/judgement/agreement/gate.js';
import { questionsOf } from '../../../src/scorecards/form/form.js';
import { writtenForm } from '../../scorecards/written-forms.js';

const of = (text: string) => questionsOf(writtenForm(`only 1: ${text}`));
const FORM = of('empathy 1');

describe('the gate', () => {
  const call = (at: number, person: string, before: string | null, after: string | null): GatedCall => ({
    id: `call-${String(at).padStart(3, '0')}`,
    people: [{ id: 'mara', isExpert: false, answers: { empathy: person } }],
    before: before === null ? null : { empathy: before },
    after: after === null ? null : { empathy: after },
  });
  const calls = (n: number, after: (person: string, at: number) => string | null) =>
    Array.from({ length: n }, (_, at) => {
      const person = at % 2 === 0 ? 'yes' : 'no';
      return call(at, person, person, after(person, at));
    });
  const always = () => 'yes';

  it('names what is worse, with the agreement of both revisions on the calls of both', () => {
    const rated = [...calls(60, always), call(60, 'yes', 'yes', null), call(61, 'yes', null, 'yes')];
    const { worse, tooFew } = passGate(FORM, FORM, rated);
    expect(worse).toMatchObject([{ question: 'empathy', was: 1, n: 60 }]);
    expect(worse[0]?.is).toBeLessThan(0.4);
    expect(tooFew, 'too few calls').toBe(false);
  });

  it('tells too few calls from a revision that passes', () => {
    expect(passGate(FORM, FORM, calls(49, always))).toEqual({ worse: [], untrusted: [], tooFew: true });
    expect(
      passGate(
        FORM,
        FORM,
        calls(50, (person) => person),
      ),
    ).toEqual({ worse: [], untrusted: [], tooFew: false });
    const allYes = Array.from({ length: 60 }, (_, at) => call(at, 'yes', 'yes', 'yes'));
    expect(passGate(FORM, FORM, allYes).tooFew, 'no answer but one').toBe(true);
  });

  it('lets a loss pass that may be chance', () => {
    const twoLost = calls(60, (person, at) => (at < 2 ? (person === 'yes' ? 'no' : 'yes') : person));
    expect(passGate(FORM, FORM, twoLost)).toEqual({ worse: [], untrusted: [], tooFew: false });
  });

  it('compares no question whose answers or key are others', () => {
    const rated = calls(60, always);
    for (const other of ['empathy 1 yes=1 no=0 partly=0.5', 'kindness 1'])
      expect(passGate(of(other), FORM, rated)).toMatchObject({ worse: [], tooFew: true });
  });

  it('finds what is untrusted, but for what only suggests', () => {
    const rated = calls(60, (person, at) => (at % 6 === 0 ? person : 'yes'));
    const { untrusted } = passGate([], FORM, rated);
    expect(untrusted).toMatchObject([{ question: 'empathy', n: 60 }]);
    expect(untrusted[0]?.ci[1]).toBeLessThan(0.6);
    expect(passGate([], of('empathy 1 suggest'), rated).untrusted).toEqual([]);
  });
});
