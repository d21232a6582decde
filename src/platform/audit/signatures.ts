// Signs what the service hands out to be checked without it: Ed25519 over the canonical JSON of all members but the signature.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { canonicalJson } from './canonical-json.js';

export interface Signature {
  /** `kid` of the key in the key set. */
  readonly key_id: string;
  /** Base64url. */
  readonly signature: string;
}

export type Signed<Members> = Members & Signature;

/** A public key as RFC 8037 writes it. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

interface SigningKey {
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
}

/** A private key of Ed25519 in PKCS #8 (RFC 8410): these bytes, and its 32 bytes after them. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

@Injectable()
export class Signatures {
  private readonly keys: readonly SigningKey[];

  /** The first key signs; signatures of the others hold. */
  constructor(config: Config) {
    this.keys = config.secrets.signing.map(keyOf);
  }

  sign<Members extends object>(members: Members): Signed<Members> {
    const [key] = this.keys;
    if (!key) throw new Error('The configuration has a signing key');
    const named = { ...members, key_id: key.jwk.kid };
    return { ...named, signature: sign(null, Buffer.from(canonicalJson(named)), key.privateKey).toString('base64url') };
  }

  /** True where a key of this service has signed exactly these members. */
  holds(signed: Signature): boolean {
    return isSignedBy(signed, this.keySet());
  }

  /** Public keys, the one that signs first. */
  keySet(): readonly PublicJwk[] {
    return this.keys.map(({ jwk }) => jwk);
  }
}

/** True where one of the keys has signed exactly these members. Needs no service. */
export function isSignedBy({ signature, ...named }: Signature, keys: readonly Pick<PublicJwk, 'kid' | 'x'>[]): boolean {
  const key = keys.find(({ kid }) => kid === named.key_id);
  if (!key) return false;
  const bytes = Buffer.from(signature, 'base64url');
  // The last letter has bits that no byte needs: another one would stand for the same signature.
  if (bytes.toString('base64url') !== signature) return false;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
  return verify(null, Buffer.from(canonicalJson(named)), publicKey, bytes);
}

function keyOf(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const thumbed = { crv: 'Ed25519', kty: 'OKP', x } as const;
  // RFC 7638.
  const kid = createHash('sha256').update(canonicalJson(thumbed)).digest('base64url');
  return { privateKey, jwk: { ...thumbed, kid, alg: 'EdDSA', use: 'sig' } };
}
