// The secrets of the service, and the random one that it keeps in DATA_DIR where the operator sets none.
import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';
import { dataDirFault, prepareDataDir } from './data-dir.js';
import { MIN_SECRET_BYTES } from './variable-formats.js';
import type { Variables } from './variables.js';

export interface SecretsConfig {
  /** HMAC key of access and refresh tokens, at least 32 bytes. */
  readonly jwt: Buffer;
  /** 32 bytes; encrypts secrets at rest. */
  readonly encryption: Buffer;
  /** 32 bytes; signs links to recordings. */
  readonly links: Buffer;
  /** 32 bytes; HMAC key of the access tokens of review links. */
  readonly reviewLinks: Buffer;
  /** 32 bytes each; private keys of Ed25519. The first signs, and the signatures of the others hold. */
  readonly signing: readonly Buffer[];
}

/** @throws ConfigError when the secret that is kept in DATA_DIR is damaged */
export function readSecrets(
  { JWT_SECRET, ENCRYPTION_KEY, AUDIT_SIGNING_KEY }: Variables,
  dataDir: string,
): SecretsConfig {
  const jwt = Buffer.from(JWT_SECRET ?? storedSecret(dataDir));
  return {
    jwt,
    encryption: derivedKey('encryption', ENCRYPTION_KEY ? Buffer.from(ENCRYPTION_KEY) : jwt),
    links: derivedKey('links', jwt),
    reviewLinks: derivedKey('review links', jwt),
    signing: (AUDIT_SIGNING_KEY ?? [jwt]).map((secret) => derivedKey('signatures', Buffer.from(secret))),
  };
}

function derivedKey(purpose: string, from: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', from, 'call-analysis', purpose, 32));
}

/**
 * Returns the same secret at every start, so that tokens stay valid over a restart; makes it at the first start. The secret
 * is written to a temporary file, flushed and then linked into place, so that no process reads a part of it, not even after
 * a full disk or a power failure: an attacker could guess a short secret and sign tokens with it.
 */
function storedSecret(dataDir: string): string {
  prepareDataDir(dataDir);
  const path = join(dataDir, 'jwt-secret');
  if (!existsSync(path)) {
    const temporary = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(temporary, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
      linkSync(temporary, path);
    } catch (error) {
      // EEXIST: another process that started at the same time was first. Its secret is the one to use.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw dataDirFault(dataDir, error);
      }
    } finally {
      rmSync(temporary, { force: true });
    }
  }
  const stored = readStored(path);
  if (Buffer.byteLength(stored) < MIN_SECRET_BYTES) {
    throw new ConfigError([
      `JWT_SECRET: the one kept in ${path} is damaged; bring that file back, or delete it for a new one, which ends all sessions and makes secrets at rest unreadable`,
    ]);
  }
  return stored;
}

function readStored(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError([
      `JWT_SECRET: the one kept in ${path} cannot be read by the user of this process; give the file to that user, or set JWT_SECRET`,
    ]);
  }
}
