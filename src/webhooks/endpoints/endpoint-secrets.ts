// Signing secret of each endpoint, encrypted at rest. The endpoint's id is authenticated with it.
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { SecretCipher } from '../../platform/database/secret-cipher.js';
import { newSigningSecret } from '../signing-secret.js';

export interface SealedSecrets {
  readonly secret_encrypted: Buffer;
  /** Null once it is no longer used for signing. */
  readonly previous_encrypted: Buffer | null;
}

/** SQL columns of an endpoint `e`. */
export const SEALED_SECRETS = `e.secret_encrypted,
  CASE WHEN e.previous_until > now() THEN e.previous_encrypted END AS previous_encrypted`;

@Injectable()
export class EndpointSecrets {
  private readonly cipher: SecretCipher;

  constructor(config: Config) {
    this.cipher = new SecretCipher(config.secrets.encryption);
  }

  make(endpointId: string): { readonly secret: string; readonly sealed: Buffer } {
    const secret = newSigningSecret();
    return { secret, sealed: this.cipher.encrypt(secret, endpointId) };
  }

  open(endpointId: string, sealed: Buffer): string {
    return this.cipher.decrypt(sealed, endpointId);
  }

  /** Secrets in use for signing, the current one first. @throws Error */
  openAll(endpointId: string, { secret_encrypted, previous_encrypted }: SealedSecrets): readonly string[] {
    const sealed = previous_encrypted ? [secret_encrypted, previous_encrypted] : [secret_encrypted];
    return sealed.map((secret) => this.open(endpointId, secret));
  }
}
