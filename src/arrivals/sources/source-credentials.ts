// The credentials of sources, encrypted at rest as the secrets of webhooks are. The id of the source is authenticated with them.
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';

@Injectable()
export class SourceCredentials {
  private readonly cipher: SecretCipher;

  constructor(config: Config) {
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  seal(sourceId: string, credentials: Readonly<Record<string, unknown>>): Buffer {
    return this.cipher.encrypt(JSON.stringify(credentials), sourceId);
  }

  /** @throws Error when they were sealed by another key or for another source */
  open<Credentials>(sourceId: string, sealed: Buffer): Credentials {
    return JSON.parse(this.cipher.decrypt(sealed, sourceId));
  }
}
