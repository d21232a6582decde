// A certificate that no trust store knows, for the cases with `tls`.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** PEM texts. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const run = promisify(execFile);

export const OPENSSL: readonly [string, string] = ['openssl', 'version'];

/** Node makes no certificates. */
export const hasOpenssl = (): Promise<boolean> =>
  run(OPENSSL[0], [OPENSSL[1]]).then(
    () => true,
    () => false,
  );

let made: Promise<Certificate> | null = null;

/** Signed by itself, made once for all cases. @throws where openssl is missing */
export function strangerCertificate(): Promise<Certificate> {
  made ??= make();
  return made;
}

async function make(): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'call-analysis-tls-'));
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    // The name is right, so that its signature is all that is wrong with it.
    const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      ...name,
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
