// What an Idempotency-Key is turned into. The key itself is kept nowhere, so a copy of the table opens no stored answer.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const PART_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export class KeySecrets {
  /** Names the row. Tells nothing of the other two parts. */
  readonly id: Buffer;
  private readonly sealing: Buffer;
  private readonly fingerprinting: Buffer;

  /** @param scope whose key it is, and for what: equal keys of different scopes have nothing in common */
  constructor(key: string, scope: string) {
    const derived = Buffer.from(hkdfSync('sha256', key, scope, 'idempotency-key', 3 * PART_BYTES));
    this.id = derived.subarray(0, PART_BYTES);
    this.sealing = derived.subarray(PART_BYTES, 2 * PART_BYTES);
    this.fingerprinting = derived.subarray(2 * PART_BYTES);
  }

  /** A body may hold a password, so its fingerprint is one that only the key's holder can check guesses against. */
  fingerprint(kind: 'bytes' | 'form', content: Buffer | string): Buffer {
    return createHmac('sha256', this.fingerprinting).update(`${kind}\0`).update(content).digest();
  }

  /** AES-256-GCM. @returns initialisation vector, tag and ciphertext, in this order */
  seal(text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.sealing, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the bytes are not what was sealed. */
  open(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.sealing, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
