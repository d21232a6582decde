import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { mailedToken } from '../../src/commands/mailed-token.js';

const folders: string[] = [];
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))));

describe('the token of a mail', () => {
  it('is read from the complete mail to the address, past one that is renamed while the folder is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
    folders.push(folder);
    // A name that leads nowhere, as that of a mail is by the time that it is opened.
    await symlink(join(folder, 'renamed'), join(folder, '.1.part'));
    await writeFile(join(folder, '1.eml'), 'To: b@example.com\r\n\r\nhttp://a/verify-email?token=3Dother');
    await writeFile(join(folder, '2.eml'), 'To: a@example.com\r\n\r\nhttp://a/verify-email?token=3Dab-=\r\nc');
    expect(await mailedToken(folder, 'a@example.com')).toBe('ab-c');
  });
});
