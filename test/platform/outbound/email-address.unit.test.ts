// cspell:disable -- domains of other letters, and their ASCII forms
import { describe, expect, it } from 'vitest';
import { asciiDomain, emailFault, foldAsWritten, foldEmail } from '../../../src/platform/outbound/email-address.js';

describe('the form in which addresses are compared', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    [' ada@example.com. ', 'ada@example.com'],
    ['ada@例え.example', 'ada@xn--r8jz45g.example'],
    ['ada@XN--R8JZ45G.example', 'ada@xn--r8jz45g.example'],
    ['ada@例え。example。', 'ada@xn--r8jz45g.example'],
    ['ｔaken＠example.com', 'taken@example.com'],
  ])('is one for the spellings of one mailbox: %j', (email, folded) => {
    expect(foldEmail(email), 'Two spellings of one mailbox give two accounts').toBe(folded);
  });

  it.each([
    'ada@example.com/x',
    'ada@example.com?x',
    'ada@example.com#x',
    'ada@example.com:25',
    'ada@example.com\\x',
    'ada@%65xample.com',
    'ada@exam\tple.com',
    'ada@1.2',
    'ada@0x1',
    'ada@',
    '@',
    '',
    'a password',
    'ada@xn--a.com',
    `ada@${'例'.repeat(2_000)}`,
  ])('is no other mailbox’s for a text that is no address: %j', (text) => {
    expect(foldEmail(text), 'A text that is no address opens an account').toBe(foldAsWritten(text));
  });

  it('keeps quoted and nested @ with the part before the domain', () => {
    expect(foldEmail('"a@b"@Example.com')).toBe('"a@b"@example.com');
  });
});

describe('a domain', () => {
  it.each([
    ['例え.example', 'xn--r8jz45g.example'],
    ['Example.COM', 'example.com'],
    ['192.0.2.1', null],
    ['example.7', null],
    ['exa mple.com', null],
    ['', null],
  ])('has the form of DNS, or none: %j', (domain, ascii) => {
    expect(asciiDomain(domain)).toBe(ascii);
  });
});

it('looks at the longest text that it is given without delay in the square of its length', () => {
  // Each is what a form may hold, and takes the way through every pattern to its end.
  for (const text of [
    '.'.repeat(1_000_000),
    `${'a.'.repeat(500_000)}@`,
    `a@${'a.'.repeat(500_000)}`,
    '@'.repeat(1_000_000),
  ])
    expect(emailFault(text), 'a megabyte is an address').not.toBeNull();
});
