import { describe, expect, it } from 'vitest';
import type { ProposedSpan } from '../../../src/ports/span-proposer.js';
import { verifyProposals } from '../../../src/speech/redaction/verify-proposals.js';
import { callOf, marked, withoutBrackets } from './searched-call.js';

const name = (quote: string, segmentId = 0): ProposedSpan => ({ segmentId, quote, type: 'person_name' });

describe('a proposal', () => {
  it.each<[string, string, ProposedSpan]>([
    ['is found in its segment', 'I am [Dana Miller] again.', name('Dana Miller')],
    ['is found in all of its places', '[Dana] and [Dana] and [dana].', name('Dana')],
    ['is found whatever its white space and apostrophes', 'It is [Mary  O’Neil].', name(" Mary O'Neil ")],
    ['is found with signs that have a meaning in expressions', '[D. (Dan) M.+] here', name('D. (Dan) M.+')],
    ['is dropped where its words are not there', 'I am Dana.', name('Diana')],
    ['is dropped in another segment', 'I am Dana.', name('Dana', 1)],
    ['is no part of a longer word', 'Annual fees, Joann.', name('Ann')],
    ['holds no label', 'Hello [PERSON_NAME_1] there', name('[PERSON_NAME_1]')],
    ['is not empty', 'I am Dana.', name('  ')],
    ['is not only signs', 'I am Dana. Yes.', name('.')],
    ['is no speech', `I am ${'Dana '.repeat(60)}`, name('Dana '.repeat(60).trim())],
  ])('%s', (what, line, proposed) => {
    const text = what === 'holds no label' ? line : withoutBrackets(line);
    const call = callOf('en', text);
    const spans = verifyProposals(call, [proposed]);
    if (what === 'holds no label') expect(spans).toEqual([]);
    else expect(marked(call, spans)).toEqual([line]);
  });

  it('has its basis, its type and one spelling of its words', () => {
    const [span] = verifyProposals(callOf('en', 'At 12 Oak Street, Springfield.'), [
      { segmentId: 0, quote: '12 Oak Street, Springfield', type: 'postal_address' },
    ]);
    expect(span).toMatchObject({ basis: 'model', type: 'postal_address', content: '12 oak street springfield' });
  });

  it('counts only where its type is wanted', () => {
    expect(verifyProposals(callOf('en', 'I am Dana.'), [name('Dana')], ['postal_address'])).toEqual([]);
  });

  it('of a model that has lost its way takes bounded time', () => {
    const call = callOf('en', 'word '.repeat(90_000));
    const proposed = Array.from({ length: 100_000 }, (_, at) => name(`word ${at}`));
    expect(verifyProposals(call, proposed)).toEqual([]);
  });
});
