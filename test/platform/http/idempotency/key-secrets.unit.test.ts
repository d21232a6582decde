import { describe, expect, it } from 'vitest';
import { KeySecrets } from '../../../../src/platform/http/idempotency/key-secrets.js';

const TEXT = '{"key":"sk_live_secret","naïve":"日本"}';
/** What the first release has derived and stored. */
const ID = '9cc1f4eed35dad0068cf330b662c3479c2c23b188fa62cbc6f778a1709810f70';
const FINGERPRINT = 'db4e7dbffc31d502864b576314d3b90e0aafe09a9af95692c434e781e06df66a';
const SEALED = 'RSsW+E6VUMDL+r9/1638lEFAIh541WQY/2BYQ2xWxyW0Y7QvRSBKOufyV80ry3aQywbHzV9iC7i/a7pZ+e+xoUM3sfGj5g==';
const mine = () => new KeySecrets('a-key', 'my-scope');

describe('the secrets of an Idempotency-Key', () => {
  it('are the same in every process and release: a stored row stays readable', () => {
    expect(mine().id.toString('hex'), 'Rows of an earlier release are not found').toBe(ID);
    expect(mine().fingerprint('bytes', 'body').toString('hex'), 'Repeated requests look like others').toBe(FINGERPRINT);
    expect(mine().open(Buffer.from(SEALED, 'base64')), 'Stored answers of an earlier release cannot be read').toBe(
      TEXT,
    );
  });

  it('open what they sealed, and seal the same text to other bytes each time', () => {
    const [one, two] = [mine().seal(TEXT), mine().seal(TEXT)];
    expect([mine().open(one), mine().open(two)]).toEqual([TEXT, TEXT]);
    expect(one.equals(two), 'Equal answers can be seen to be equal').toBe(false);
    expect(one.includes('sk_live'), 'The answer is stored readable').toBe(false);
  });

  it.each([
    ['another key', new KeySecrets('b-key', 'my-scope')],
    ['another scope', new KeySecrets('a-key', 'your-scope')],
  ])('of %s are unrelated', (_, other) => {
    expect(other.id.equals(mine().id), 'both have one id').toBe(false);
    expect(
      other.fingerprint('bytes', 'body').equals(mine().fingerprint('bytes', 'body')),
      'both have one fingerprint',
    ).toBe(false);
    expect(() => other.open(mine().seal(TEXT)), 'The answer of another request was opened').toThrow();
  });

  it.each([0, 12, 28])('refuse an answer that was changed at byte %d', (place) => {
    const sealed = mine().seal(TEXT);
    sealed.writeUInt8(sealed.readUInt8(place) ^ 1, place);
    expect(() => mine().open(sealed), 'A changed answer was replayed').toThrow();
  });

  it('give a form and a JSON body of the same bytes different fingerprints', () => {
    expect(
      mine().fingerprint('form', 'body').equals(mine().fingerprint('bytes', 'body')),
      'a form and bytes have one fingerprint',
    ).toBe(false);
    expect(
      mine().fingerprint('bytes', 'body').equals(mine().fingerprint('bytes', 'body2')),
      'two bodies have one fingerprint',
    ).toBe(false);
    expect(
      mine().fingerprint('bytes', Buffer.from('body')).equals(mine().fingerprint('bytes', 'body')),
      'a text and its bytes have one fingerprint',
    ).toBe(true);
  });
});
