// Signatures of what the service hands out to be checked without it: Ed25519 over canonical JSON (RFC 8785).
import { createPublicKey, verify } from 'node:crypto';
import { argumentError, CallAnalysisError } from './error.js';

/** The key set of `/.well-known/call-analysis/keys.json`, a JWK set. */
export interface SigningKeySet {
  readonly keys: readonly { readonly kid: string; readonly x: string }[];
}

/**
 * Verifies that the service signed an object: a receipt, the head of the audit log, a provenance or `evidence.json`. Needs no
 * connection.
 * @param signed as JSON.parse gives it
 * @returns the same object
 * @throws CallAnalysisError of kind `signature`
 */
export function verifySigned<Signed extends object>(signed: Signed, keySet: SigningKeySet): Signed {
  const { signature, ...named } = Object.fromEntries(Object.entries(signed));
  const keyId = named.key_id;
  if (typeof signature !== 'string' || typeof keyId !== 'string')
    throw refused('The object has no signature and key_id.');
  const key = keySet.keys.find(({ kid }) => kid === keyId);
  if (!key) throw refused(`The key set has no key ${keyId}.`);
  const bytes = Buffer.from(canonicalJson(named));
  if (!verify(null, bytes, publicKeyOf(key.x), Buffer.from(signature, 'base64url')))
    throw refused('The signature does not match: the object was changed.');
  return signed;
}

function publicKeyOf(x: string) {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    throw argumentError('The key set must be that of the service.');
  }
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

function refused(detail: string): CallAnalysisError {
  return new CallAnalysisError({ kind: 'signature', detail });
}
