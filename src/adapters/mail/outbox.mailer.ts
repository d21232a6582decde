// Development without a mail server: each mail becomes a file, and its link is printed where the service runs.
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mail, Mailer } from '../../ports/mailer.js';
import { ProviderError } from '../../ports/provider-error.js';
import { toMessage } from './to-message.js';

/** The files are RFC 5322 messages (.eml), which mail programs open. */
export class OutboxMailer extends Mailer {
  constructor(
    private readonly directory: string,
    private readonly from: string,
    private readonly announce: (line: string) => void,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    // Loaded with the first mail: most processes never send one.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from: this.from });
    const { message } = await transport.sendMail(toMessage(mail));
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}`;
    // Renamed when complete, so that a program that watches the folder never reads half a mail.
    const unfinished = join(this.directory, `.${name}.part`);
    try {
      await mkdir(this.directory, { recursive: true });
      await writeFile(unfinished, message, { mode: 0o600 });
      await rename(unfinished, join(this.directory, `${name}.eml`));
    } catch (cause) {
      // The first error is the one to throw.
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw new ProviderError('The mail could not be written.', { retryable: true, cause });
    }
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
    this.announce(`Mail to ${mail.to}: ${mail.subject}${link ? ` ${link}` : ''}`);
  }
}
