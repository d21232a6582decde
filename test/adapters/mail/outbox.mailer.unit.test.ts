import fs, { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { OutboxMailer } from '../../../src/adapters/mail/outbox.mailer.js';
import { describeMailer, FROM, LINK, MAIL } from '../../ports/mailer.contract.js';

let folder: string;
let outbox: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  outbox = join(folder, 'outbox');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const mailerIn = (directory: string, announce: (line: string) => void = () => undefined) =>
  new OutboxMailer(directory, FROM, announce);

async function paths(): Promise<string[]> {
  return (await readdir(outbox)).sort().map((name) => join(outbox, name));
}

const FAULTS = {
  'a disk that is full when half of the mail is written': () =>
    vi.spyOn(fs, 'writeFile').mockImplementationOnce(async (path) => {
      await fs.appendFile(String(path), 'Half a m');
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }),
  'a disk that fails when the whole mail is written': () =>
    vi.spyOn(fs, 'rename').mockImplementationOnce(async (from, to) => {
      throw Object.assign(new Error(`EIO: i/o error, rename '${from}' -> '${to}'`), { code: 'EIO' });
    }),
};

/** The fault comes with the first mail and not again. */
function mailerWith(fault: keyof typeof FAULTS): OutboxMailer {
  const spy = FAULTS[fault]();
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return mailerIn(outbox);
}

const faults = Object.keys(FAULTS) as (keyof typeof FAULTS)[];

describeMailer('outbox', {
  working: async () => ({
    mailer: mailerIn(outbox),
    sent: async () =>
      Promise.all((await paths()).map(async (path) => ({ to: null, source: await readFile(path, 'utf8') }))),
  }),
  failures: [
    {
      what: 'a folder that cannot be created',
      retryable: true,
      failing: async () => {
        const file = join(folder, 'not-a-folder');
        await writeFile(file, '');
        return { mailer: mailerIn(join(file, 'outbox')), secrets: [folder], received: null };
      },
    },
    ...faults.map((what) => ({
      what,
      retryable: true,
      failing: async () => ({
        mailer: mailerWith(what),
        secrets: [folder],
        received: async () => (await paths()).filter((path) => path.endsWith('.eml')).length,
      }),
    })),
  ],
});

describe('the outbox', () => {
  it('writes one file for each mail, with the line ends of RFC 5322, which only its owner can read', async () => {
    const mailer = mailerIn(outbox);
    await mailer.send(MAIL);
    await mailer.send(MAIL);
    const names = await readdir(outbox);
    expect(names, 'files of two mails').toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f-]{36}\.eml$/);
    for (const path of await paths()) {
      expect((await stat(path)).mode & 0o777, 'rights on a mail').toBe(0o600);
      expect((await readFile(path, 'utf8')).replaceAll('\r\n', '')).not.toContain('\n');
    }
  });

  it.each(faults)('leaves nothing of a mail that could not be written: %s', async (fault) => {
    await expect(mailerWith(fault).send(MAIL), `${fault}, and the mail passes for written`).rejects.toThrow();
    expect(await readdir(outbox), 'files of a mail that was not sent').toEqual([]);
  });

  it('announces the recipient, the subject and the link', async () => {
    const announced: string[] = [];
    await mailerIn(outbox, (line) => announced.push(line)).send({ ...MAIL, to: 'jörg@example.com' });
    expect(announced).toEqual([`Mail to jörg@example.com: ${MAIL.subject} ${LINK}`]);
  });
});
