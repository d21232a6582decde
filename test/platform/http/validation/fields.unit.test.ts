import { describe, expect, it } from 'vitest';
import { Amount, HttpUrl, Instant, Moment, Whole } from '../../../../src/platform/http/validation/fields.js';
import { inputFaults, readInput } from '../../../../src/platform/http/validation/read-input.js';

class Meeting {
  @Instant({
    description: 'When.',
    optional: true,
    findFault: (at) => (at.getUTCFullYear() > 2030 ? 'that is too late' : null),
  })
  at?: Date | null;
}

const LOST_PLUS = 'Value error, the offset has a blank in place of its sign; in a URL, + must be written as %2B';

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
    ['2026-11-20 09:58:00Z', '2026-11-20T09:58:00.000Z'],
    ['2026-11-20 09:58:00.5+01:00', '2026-11-20T08:58:00.500Z'],
    ['2026-11-20T09:58:00,5Z', '2026-11-20T09:58:00.500Z'],
    ['2026-11-20T09:58:00.1234567890123Z', '2026-11-20T09:58:00.123Z'],
    ['2026-11-20T09:58:00.9999999Z', '2026-11-20T09:58:00.999Z'],
    // The end of a day is the beginning of the next one.
    ['2026-11-20T24:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['2026-12-31T24:00Z', '2027-01-01T00:00:00.000Z'],
    ['2024-02-28T24:00:00.000+01:00', '2024-02-28T23:00:00.000Z'],
    // A leap second counts as the one behind it.
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T15:59:60-08:00', '2017-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60.5-08:00', '1991-01-01T00:00:00.500Z'],
    ['2026-11-20T09:58:00+01', '2026-11-20T08:58:00.000Z'],
    ['2026-11-20T09:58:00\u221202:30', '2026-11-20T12:28:00.000Z'],
    ['2026-11-20T09:58:00-00:00', '2026-11-20T09:58:00.000Z'],
    ['2026-11-20T09Z', '2026-11-20T09:00:00.000Z'],
    ['2026-11-20T09:58,5Z', '2026-11-20T09:58:30.000Z'],
    ['20261120T095800Z', '2026-11-20T09:58:00.000Z'],
    ['20261120T0958+0100', '2026-11-20T08:58:00.000Z'],
    ['20261120t095800.25z', '2026-11-20T09:58:00.250Z'],
  ])('is read with its offset: %s', (text, expected) => {
    expect(readInput(Meeting, { at: text }, 'body').at?.toISOString()).toBe(expected);
  });

  it.each([
    'yesterday',
    '',
    '2026-11-20',
    '2026-02-30T09:58:00Z',
    '2026-02-29T09:58:00Z',
    '2026-13-01T09:58:00Z',
    '2026-11-00T09:58:00Z',
    '2026-11-20T24:00:01Z',
    '2026-11-20T24:30Z',
    '2026-11-20T25:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-11-20T23:59:60Z',
    '2026-11-20T23:59:61Z',
    // No leap second is in the middle of a month, or of a day in UTC.
    '2016-12-31T23:59:60+01:00',
    '2016-12-31T12:30:60Z',
    '2026-11-20T09:58:00.Z',
    '2026-11-20T09:58:00+01:60',
    '2026-11-20  09:58:00Z',
    '2026-11-20_09:58:00Z',
    '20261120 095800Z',
    '2026-11-20T095800Z',
    '20261120T09:58:00Z',
    '2026-W47-5T09:58:00Z',
    '2026-324T09:58:00Z',
    '20261120',
    '9999-12-31T24:00:00Z',
    '9999-12-31T23:59:59-01:00',
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
    ['20261120T095800', 'timezone_aware', 'Input should have timezone info'],
    ['2026-11-20T09:58:00 02:00', 'value_error', LOST_PLUS],
    ['2026-11-20 09:58 0200', 'value_error', LOST_PLUS],
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
  ])('is a date and a time of day, or the end of a second: %s [settled 13]', (after, expected) => {
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

it('a text of any length is read in no time', () => {
  for (const text of [`2026-11-20T09:58:00.${'1'.repeat(1_000_000)}`, '2'.repeat(1_000_000), ' 1'.repeat(500_000)])
    expect(inputFaults(Meeting, { at: text }, 'body')).toMatchObject([{ type: 'datetime_parsing' }]);
});

class Sum {
  @Amount({ description: 'Rounded.', optional: true, min: 0, max: 1_000, decimals: 6, isRounded: true })
  rounded?: number | null;
  @Amount({ description: 'Exact.', optional: true, min: 0, max: 1_000, decimals: 2 })
  exact?: number | null;
  @Whole({ description: 'Whole.', optional: true })
  whole?: number | null;
}

describe('an amount', () => {
  it.each([
    [1.6600000000000001, 1.66],
    [0.1 + 0.2, 0.3],
    [1.1 * 3, 3.3],
    [0.0000005, 0.000001],
    [0.00000049, 0],
    [1e-300, 0],
    [1.0000005, 1.000001],
    [999.9999999, 1_000],
    [1_000.0000000000001, 1_000],
    [-1e-17, 0],
    ['1.6600000000000001', 1.66],
    ['7', 7],
    [7, 7],
  ])('of %j is kept as %j', (rounded, expected) => {
    expect(readInput(Sum, { rounded }, 'body').rounded).toBe(expected);
  });

  it.each([true, false, '', ' ', '1e3', 'true', '0x10', '1,5', [1], {}, 1_000.1, -0.1])('is not %j', (rounded) => {
    expect(inputFaults(Sum, { rounded }, 'body'), 'faults of what is no amount').toHaveLength(1);
  });

  it('of which all digits count takes what arithmetic leaves behind, and no further digits', () => {
    expect(readInput(Sum, { exact: 16.1 * 3 }, 'body').exact).toBe(48.3);
    expect(inputFaults(Sum, { exact: 1.005 }, 'body')).toMatchObject([{ msg: expect.stringContaining('2 decimals') }]);
  });

  it('that is whole may be written as digits, and is no boolean', () => {
    expect(readInput(Sum, { whole: '7' }, 'body').whole).toBe(7);
    for (const whole of [true, false, '1.5', 1.5, '1e3'])
      expect(inputFaults(Sum, { whole }, 'body'), JSON.stringify(whole)).toHaveLength(1);
  });
});

class Linked {
  @HttpUrl({ description: 'Where.', optional: true })
  url?: string | null;
}

describe('an address that was copied', () => {
  it.each([
    [' https://x.example/a.wav', 'https://x.example/a.wav'],
    ['https://x.example/a.wav\r\n', 'https://x.example/a.wav'],
    ['\t\nhttps://x.example/a.wav \u00a0\u200b\ufeff', 'https://x.example/a.wav'],
    ['https://x.example/my call 1.wav', 'https://x.example/my%20call%201.wav'],
    ['https://x.example/a.wav?name=my call#a b', 'https://x.example/a.wav?name=my%20call#a%20b'],
    ['https://x.example/a\u202fb.wav', 'https://x.example/a%E2%80%AFb.wav'],
    ['https://x.example/a%20b c.wav', 'https://x.example/a%20b%20c.wav'],
  ])('%j is %s', (url, expected) => {
    expect(readInput(Linked, { url }, 'body').url).toBe(expected);
  });

  it.each([
    ['https://x.example/a\nb.wav', 'Input should be a valid URL, without line breaks and tabs in it'],
    ['https://x.example/a\tb.wav', 'Input should be a valid URL, without line breaks and tabs in it'],
    ['https://x exa.example/a.wav', 'Input should be a valid URL'],
    ['https://', 'Input should be a valid URL'],
    ['  ', 'Input should be a valid URL'],
    ['https://a:b@x.example/', 'Value error, the URL must not contain credentials'],
    [`https://x.example/${' '.repeat(1_000)}`, null],
    [`https://x.example/${'a b'.repeat(500)}`, 'String should have at most 2048 characters'],
  ])('%j is told what is wrong: %s', (url, msg) => {
    expect(inputFaults(Linked, { url }, 'body').map((fault) => fault.msg)).toEqual(msg === null ? [] : [msg]);
  });
});
