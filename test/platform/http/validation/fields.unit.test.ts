import { describe, expect, it } from 'vitest';
import { Instant, Moment } from '../../../../src/platform/http/validation/fields.js';
import { inputFaults, readInput } from '../../../../src/platform/http/validation/read-input.js';

class Meeting {
  @Instant({
    description: 'When.',
    optional: true,
    findFault: (at) => (at.getUTCFullYear() > 2030 ? 'that is too late' : null),
  })
  at?: Date | null;
}

describe('a moment', () => {
  it.each([
    ['2026-11-20T09:58:00Z', '2026-11-20T09:58:00.000Z'],
    ['2026-11-20T09:58:00+01:00', '2026-11-20T08:58:00.000Z'],
    ['2026-11-20T23:30:00-05:30', '2026-11-21T05:00:00.000Z'],
    ['2026-11-20T09:58:00+0100', '2026-11-20T08:58:00.000Z'],
    ['2026-11-20T09:58Z', '2026-11-20T09:58:00.000Z'],
    ['2026-11-20T09:58:00.123456789Z', '2026-11-20T09:58:00.123Z'],
    ['2026-11-20t09:58:00.1z', '2026-11-20T09:58:00.100Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
  ])('is read with its offset: %s', (text, expected) => {
    expect(readInput(Meeting, { at: text }, 'body').at?.toISOString()).toBe(expected);
  });

  it.each([
    'yesterday',
    '',
    '2026-11-20',
    '2026-11-20 09:58:00Z',
    '20261120T095800Z',
    '2026-02-30T09:58:00Z',
    '2026-02-29T09:58:00Z',
    '2026-13-01T09:58:00Z',
    '2026-11-00T09:58:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T09:58:00,5Z',
    '2026-11-20T09:58:00.1234567890Z',
    '2026-11-20T09:58:00+24:00',
    '2026-11-20T09:58:00 +01:00',
    '2026-11-20T09:58:00Z ',
    '0000-01-01T00:00:00Z',
    '+002026-11-20T09:58:00Z',
    '1795168680',
  ])('is refused where it is no moment of the calendar: %s', (text) => {
    const msg = 'Input should be a valid datetime, such as 2026-11-20T09:58:00Z';
    expect(inputFaults(Meeting, { at: text }, 'body')).toEqual([
      { type: 'datetime_parsing', loc: ['body', 'at'], msg, input: text },
    ]);
  });

  it.each([
    ['2026-11-20T09:58:00', 'timezone_aware', 'Input should have timezone info'],
    [1_795_168_680, 'string_type', 'Input should be a valid string'],
    [['2026-11-20T09:58:00Z'], 'string_type', 'Input should be a valid string'],
    ['2031-01-01T00:00:00Z', 'value_error', 'Value error, that is too late'],
  ])('is refused without its offset, as a number, and by the rule of its field: %j', (at, type, msg) => {
    expect(inputFaults(Meeting, { at }, 'body')).toMatchObject([{ type, loc: ['body', 'at'], msg }]);
  });

  it.each([{}, { at: null }])('may be left out where it is optional: %j', (input) => {
    expect(readInput(Meeting, input, 'body').at ?? null).toBeNull();
  });
});

class Range {
  @Moment({ description: 'From when on.', optional: true, spelling: 'unix-seconds' })
  after?: Date | null;
}

describe('a bound of a list', () => {
  it.each([
    ['2026-11-20T09:58:00.250+01:00', '2026-11-20T08:58:00.250Z'],
    // `created` has whole seconds: what is created within this second is not after it, and is before or at it.
    [1_795_168_680, '2026-11-20T09:58:01.000Z'],
    ['1795168680', '2026-11-20T09:58:01.000Z'],
    [0, '1970-01-01T00:00:01.000Z'],
    [253_402_300_798, '9999-12-31T23:59:59.000Z'],
  ])('is a date and a time of day, or the end of a second: %s', (after, expected) => {
    expect(readInput(Range, { after }, 'query').after?.toISOString()).toBe(expected);
  });

  it.each([-1, 1.5, 253_402_300_799, '-1', '1.5', '1e9', '+5', ' 5', ''])(
    'is refused where it is neither: %j',
    (after) => {
      expect(inputFaults(Range, { after }, 'query')).toMatchObject([
        { type: 'datetime_parsing', loc: ['query', 'after'], input: after },
      ]);
    },
  );
});
