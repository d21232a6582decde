// Encrypts secrets at rest with AES-256-GCM.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `owner` is authenticated with the text: the ciphertext of one account cannot be decrypted in the row of another. */
export class SecretCipher {
  /** @param key 32 bytes */
  constructor(private readonly key: Buffer) {}

  /** @returns initialisation vector, tag and ciphertext, in this order */
  encrypt(text: string, owner: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when the key, the owner or the bytes differ from those of the encryption */
  decrypt(sealed: Buffer, owner: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.key, sealed.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  }
}
