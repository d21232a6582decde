import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OptionalText, Text } from '../../../../src/platform/http/validation/fields.js';
import { readInput } from '../../../../src/platform/http/validation/read-input.js';
import { EverythingRequest } from '../../../support/apps/platform-app.js';

const GOOD = { name: 'me', email: 'A@example.com', password: 'long enough' };

it('reads custom metadata from the text of a form field, and checks it like JSON', () => {
  expect(readInput(EverythingRequest, { ...GOOD, metadata: '{"a":1}' }, 'body').metadata).toEqual({ a: 1 });
  for (const metadata of ['{', '[]', '{"a":"\\u0000"}'])
    expect(() => readInput(EverythingRequest, { ...GOOD, metadata }, 'body')).toThrow('Validation failed');
});

it('reads any JSON object into an instance or a list of faults', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...Object.keys(GOOD), 'count', 'metadata', 'some', 'x', '__proto__'),
        fc.jsonValue(),
      ),
      (input) => {
        let outcome: unknown;
        try {
          outcome = readInput(EverythingRequest, input, 'body');
        } catch (error) {
          outcome = error;
        }
        if (outcome instanceof EverythingRequest) expect(typeof outcome.name).toBe('string');
        else expect(outcome).toMatchObject({ status: 422, detail: expect.any(Array) });
      },
    ),
  );
});

class EitherRequest {
  @Text({ description: 'Required without `other`.', optional: true, requiredUnless: ['other'] })
  one?: string | null;

  @OptionalText({ description: 'Another.' })
  other?: string | null;
}

it('requires a member unless another one is given', () => {
  const missing = [{ type: 'missing', loc: ['body', 'one'], msg: 'Field required' }];
  for (const input of [{}, { one: null }, { other: null }])
    expect(() => readInput(EitherRequest, input, 'body')).toThrow(expect.objectContaining({ detail: missing }));
  for (const input of [{ one: 'a' }, { other: 'b' }, { one: 'a', other: 'b' }, { one: null, other: 'b' }])
    expect({ ...readInput(EitherRequest, input, 'body') }).toEqual(input);
});
