// Derives from an Idempotency-Key what is stored of it. The key itself is not stored, so a copy of the table cannot open the
// stored responses.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const PART_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export class KeySecrets {
  /** The id of the row. It reveals nothing about the other two secrets. */
  readonly id: Buffer;
  private readonly sealing: Buffer;
  private readonly fingerprinting: Buffer;

  /** @param scope account, method, path and mode. Equal keys in different scopes give unrelated secrets. */
  constructor(key: string, scope: string) {
    const derived = Buffer.from(hkdfSync('sha256', key, scope, 'idempotency-key', 3 * PART_BYTES));
    this.id = derived.subarray(0, PART_BYTES);
    this.sealing = derived.subarray(PART_BYTES, 2 * PART_BYTES);
    this.fingerprinting = derived.subarray(2 * PART_BYTES);
  }

  /** Keyed with the client's key: a body may hold a password, and only the holder of the key can check guesses against it. */
  fingerprint(kind: 'bytes' | 'form', content: Buffer | string): Buffer {
    return createHmac('sha256', this.fingerprinting).update(`${kind}\0`).update(content).digest();
  }

  /** Encrypts with AES-256-GCM. @returns initialisation vector, tag and ciphertext, in this order */
  seal(text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the bytes were changed or sealed with another key */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
