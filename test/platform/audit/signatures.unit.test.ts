import { createPublicKey, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { expect, it } from 'vitest';
import { Signatures } from '../../../src/platform/audit/signatures.js';
import { loadConfig } from '../../../src/platform/config/config.js';

const JWT_SECRET = 'a secret of thirty-two bytes or more';
const [OLD, NEW] = ['the first of the keys that sign here', 'the second of the keys that sign here'];
const signaturesOf = (env: Record<string, string> = {}) => new Signatures(loadConfig({ JWT_SECRET, ...env }));
const members = { object: 'audit_head', sequence: 3, hash: 'ab' };

it('signs all other members, for anyone who has the key set', async () => {
  const signatures = signaturesOf();
  const { signature, ...named } = signatures.sign(members);
  const [jwk] = signatures.keySet();
  if (!jwk) throw new Error('There is a key');
  expect(named).toEqual({ ...members, key_id: jwk.kid });
  expect(jwk.kid).toBe(await calculateJwkThumbprint({ ...jwk }));
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const text = `{"hash":"ab","key_id":"${jwk.kid}","object":"audit_head","sequence":3}`;
  const isSigned = verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  expect(isSigned, 'the text is signed').toBe(true);
});

it('holds for exactly what was signed', () => {
  const signatures = signaturesOf();
  const signed = signatures.sign(members);
  expect(signatures.holds(signed), 'it holds').toBe(true);
  const others = [{ sequence: 2 }, { signature: `${signed.signature.slice(0, -4)}AAAA` }, { key_id: 'another' }];
  expect(others.filter((other) => signatures.holds({ ...signed, ...other }))).toEqual([]);
});

it('is the same in every process of a deployment, and another in another', () => {
  const signed = signaturesOf().sign(members);
  expect(signaturesOf().holds(signed), 'it holds in the same').toBe(true);
  expect(signaturesOf({ JWT_SECRET: `${JWT_SECRET}!` }).holds(signed), 'it holds in another').toBe(false);
});

it('signs with the first of several keys, and holds for the others', () => {
  const before = signaturesOf({ AUDIT_SIGNING_KEY: OLD });
  const after = signaturesOf({ AUDIT_SIGNING_KEY: `${NEW},${OLD}` });
  expect(after.holds(before.sign(members)), 'one by the old key holds').toBe(true);
  expect(before.holds(after.sign(members)), 'one by the new key holds before').toBe(false);
  expect(after.keySet(), 'keys').toHaveLength(2);
  expect(after.keySet()[1]).toEqual(before.keySet()[0]);
});

it('refuses a key that is too short, alone or among others', () => {
  for (const keys of ['short', `${NEW},short`])
    expect(() => signaturesOf({ AUDIT_SIGNING_KEY: keys })).toThrow('AUDIT_SIGNING_KEY: must be at least 32 bytes');
});
