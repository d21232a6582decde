// Accounts are compared by the ASCII form of their domain, so that a domain of other letters and its ASCII form are one. Of two
// accounts that are thus one mailbox, the second keeps the form of its own spelling, by which it is still found.
import { domainToASCII } from 'node:url';
import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Row {
  readonly id: string;
  readonly email: string;
  readonly folded: string;
}

export class AsciiDomains1790000040100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const { id, folded } of await inOtherLetters(runner)) {
      const at = folded.lastIndexOf('@');
      const written = folded.slice(at + 1);
      // Of these the URL parser would take a part for the domain.
      const domain = /[/\\?#%:]/.test(written) ? '' : domainToASCII(written);
      if (domain === '') continue;
      await runner.query(
        `UPDATE account SET email_folded = $2
          WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM account WHERE email_folded = $2)`,
        [id, `${folded.slice(0, at)}@${domain}`],
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { id, email } of await inOtherLetters(runner))
      await runner.query('UPDATE account SET email_folded = $2 WHERE id = $1', [
        id,
        email.trim().normalize('NFKC').toLowerCase(),
      ]);
  }
}

/** The oldest first. All other addresses keep their form. */
function inOtherLetters(runner: QueryRunner): Promise<Row[]> {
  return runner.query(
    `SELECT id, email, email_folded AS folded FROM account WHERE email ~ '[^\u0001-\u007f]' ORDER BY created_at, id`,
  );
}
