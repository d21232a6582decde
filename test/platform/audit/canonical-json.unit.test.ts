import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/platform/audit/canonical-json.js';

describe('canonical JSON', () => {
  it('is that of the example of RFC 8785, 3.2.2', () => {
    const numbers = '[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]';
    const string = String.raw`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`;
    const read: object = JSON.parse(`{"numbers": ${numbers}, "string": ${string}, "literals": [null, true, false]}`);
    expect(canonicalJson(read)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts members by their UTF-16 code units, as in RFC 8785, 3.2.3', () => {
    const members = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 };
    expect(canonicalJson(members)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
  });

  it('is the same for members in any order, at any depth', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: -0 })).toBe('{"a":0,"b":[{"c":null,"d":1}]}');
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (number) => {
    expect(() => canonicalJson({ number })).toThrow('is not allowed');
  });
});
