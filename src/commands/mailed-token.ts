// Reads the token that verifies an address from the outbox of a service that sends no mail.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAIL_TIMEOUT_MS = 30_000;
const MAIL_POLL_MS = 100;

/**
 * Waits for the mail: the service sends it after it has answered the registration. The files of other names are mails that are
 * still being written; they are renamed at any moment.
 * @returns the token of the link
 */
export async function mailedToken(outboxDir: string, email: string): Promise<string> {
  const deadline = performance.now() + MAIL_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const names = await readdir(outboxDir).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.eml'))) {
      const mail = (await readFile(join(outboxDir, name), 'utf8')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
      const token = /\/verify-email\?token=([\w.-]+)/.exec(mail)?.[1];
      if (token && mail.includes(email)) return token;
    }
    await new Promise((done) => setTimeout(done, MAIL_POLL_MS));
  }
  throw new Error('The verification mail did not arrive in the outbox');
}
