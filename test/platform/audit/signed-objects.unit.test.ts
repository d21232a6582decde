// Signed objects for the tests of the client libraries, made by the service's own code.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CallAnalysisError } from '../../../clients/typescript/src/error.js';
import { verifySigned } from '../../../clients/typescript/src/signed.js';
import { isSignedBy, type Signature, Signatures } from '../../../src/platform/audit/signatures.js';
import { loadConfig } from '../../../src/platform/config/config.js';

const FILE = 'clients/conformance/signed-objects.json';
const JWT_SECRET = 'a secret of thirty-two bytes or more';
const AUDIT_SIGNING_KEY = 'the second of the keys that sign here,the first of the keys that sign here';

interface Vector {
  readonly name: string;
  /** JSON text. */
  readonly text: string;
  readonly holds: boolean;
}

const signatures = new Signatures(loadConfig({ JWT_SECRET, AUDIT_SIGNING_KEY }));
const before = new Signatures(loadConfig({ JWT_SECRET, AUDIT_SIGNING_KEY: 'the first of the keys that sign here' }));
const stranger = new Signatures(loadConfig({ JWT_SECRET: `${JWT_SECRET}!` }));

const HEAD = { object: 'audit_head', account_id: 'a', sequence: 4711, hash: '9f86d081', signed_at: 1_790_000_000 };
const ODD = {
  object: 'provenance',
  numbers: [
    0, -0, 1, -1.5, 8.1, 4.2, 1e21, 1e20, 123456789012345680000, 1e-6, 1e-7, 5e-324, 1.7976931348623157e308, 0.1,
    333333333.3333333,
  ],
  texts: ['', 'Zoë "€"', '\u0001\b\f\n\r\t\\/', '😀', '\u2028', '<&>'],
  literals: [null, true, false, [], {}],
  '€': 1,
  '\r': 2,
  '\ufb33': 3,
  '1': 4,
  '😀': 5,
  '\u0080': 6,
  ö: { b: 1, a: [{ d: 1, c: null }] },
};
const EVIDENCE = {
  object: 'evidence',
  version: 1,
  files: [{ name: 'calls.jsonl', lines: 2, sha256: 'ab' }],
  audit: { anchor: null, previous: { sequence: 0, hash: '' }, head: signatures.sign(HEAD) },
};

function vectors(): Vector[] {
  const holding = { head: signatures.sign(HEAD), odd: signatures.sign(ODD), evidence: signatures.sign(EVIDENCE) };
  const { head } = holding;
  const named = (name: string, object: object, holds: boolean): Vector => ({
    name,
    text: JSON.stringify(object),
    holds,
  });
  return [
    named('the head of an audit log', head, true),
    named('numbers, texts and names of members of all kinds', holding.odd, true),
    named('a signed object in another', holding.evidence, true),
    named('signed by the key before', before.sign(HEAD), true),
    {
      name: 'written otherwise',
      text: JSON.stringify(Object.fromEntries(Object.entries(head).reverse()), null, 2),
      holds: true,
    },
    named('a changed number', { ...head, sequence: 4712 }, false),
    named('a changed letter', { ...head, hash: '9f86d082' }, false),
    named('a further member', { ...head, more: null }, false),
    named('a missing member', { ...head, hash: undefined }, false),
    named(
      'a changed member of an inner object',
      { ...holding.evidence, audit: { ...EVIDENCE.audit, previous: null } },
      false,
    ),
    named('signed by a stranger', stranger.sign(HEAD), false),
    named('signed by a stranger under a name of the set', { ...stranger.sign(HEAD), key_id: head.key_id }, false),
    named('a signature that is none', { ...head, signature: 'A' }, false),
    named('no signature', { ...head, signature: undefined }, false),
  ];
}

it('are in the file that the libraries read', () => {
  const made = `${JSON.stringify({ key_set: { keys: signatures.keySet() }, cases: vectors() }, null, 2)}\n`;
  if (process.env.UPDATE_SIGNED === '1') writeFileSync(FILE, made);
  expect(readFileSync(FILE, 'utf8'), 'UPDATE_SIGNED=1 writes it').toBe(made);
});

it.each(vectors().map((vector) => [vector.name, vector] as const))('%s', (_, { text, holds }) => {
  const signed: Signature = JSON.parse(text);
  const keySet = { keys: signatures.keySet() };
  if ('signature' in signed) expect(isSignedBy(signed, keySet.keys), 'by the service').toBe(holds);
  if (holds) expect(verifySigned(signed, keySet)).toBe(signed);
  else expect(() => verifySigned(signed, keySet)).toThrow(CallAnalysisError);
});

it('a key set that is none is a wrong argument', () => {
  const { kid = '' } = signatures.keySet()[0] ?? {};
  const refused = expect.objectContaining({ kind: 'argument' });
  expect(() => verifySigned(signatures.sign(HEAD), { keys: [{ kid, x: 'A' }] })).toThrow(refused);
});
