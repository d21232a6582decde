// Makes a certificate for localhost, so that the tests need no other program and the repository holds no key.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. A client must trust this certificate. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

const DAY_MS = 86_400_000;

/** A certificate for `localhost` and 127.0.0.1 that is valid for one day (RFC 5280, with ECDSA over P-256). */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const alternativeNames = sequence(
    oid('551d11'),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
  );
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // The serial number must be positive: its first bit is 0.
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]));
  const body = sequence(toBeSigned, ecdsaWithSha256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: readonly Buffer[]) => der(0x31, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** A GeneralizedTime: UTC, in whole seconds. */
const time = (atMs: number) => der(0x18, Buffer.from(`${new Date(atMs).toISOString().replace(/\.\d+|[-:T]/g, '')}`));
