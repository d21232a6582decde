// cspell:ignore xample bcher clsoed exаmple
import { describe, expect, it } from 'vitest';
import { Registration } from '../../../src/accounts/users/registration.js';
import { VARIABLES } from '../../../src/platform/config/variables.js';
import { ApiError } from '../../../src/platform/errors/api-error.js';

const CLOSED = '403 Registration is closed';
const ELSEWHERE = '403 Registration is open to other e-mail domains';

function answerTo(setting: string | undefined, email: string, present: string | null = null): string {
  const registration = VARIABLES.parse(setting === undefined ? {} : { REGISTRATION: setting }).REGISTRATION;
  try {
    new Registration({ registration } as never).check(email, present);
    return 'let in';
  } catch (error) {
    return error instanceof ApiError ? `${error.status} ${String(error.detail)}` : String(error);
  }
}

describe('REGISTRATION', () => {
  it.each([
    [undefined, 'anna@example.com', 'let in'],
    ['open', 'anna@example.com', 'let in'],
    ['closed', 'anna@example.com', CLOSED],
    [' Closed ', 'anna@example.com', CLOSED],
    ['example.com', 'anna@example.com', 'let in'],
    ['example.com', ' Anna@EXAMPLE.com ', 'let in'],
    ['example.com', 'anna@example.com.', 'let in'],
    ['Example.COM.', 'anna@example.com', 'let in'],
    ['example.org , example.com', 'anna@example.com', 'let in'],
    ['example.com', `anna@${String.fromCodePoint(0xff45)}xample.com`, 'let in'],
    ['bücher.example', 'anna@xn--bcher-kva.example', 'let in'],
    ['xn--bcher-kva.example', 'anna@BÜCHER.example', 'let in'],
    ['example.com', 'anna@sub.example.com', ELSEWHERE],
    ['sub.example.com', 'anna@example.com', ELSEWHERE],
    ['example.com', 'anna@example.com.evil.example', ELSEWHERE],
    ['example.com', 'anna@evilexample.com', ELSEWHERE],
    ['example.com', 'example.com@evil.example', ELSEWHERE],
    ['example.com', 'a@example.com@evil.example', ELSEWHERE],
    ['example.com', 'anna@examp1e.com', ELSEWHERE],
    ['example.com', 'anna@exаmple.com', ELSEWHERE],
    ['example.com', 'anna', ELSEWHERE],
  ])('%s: %s is %s', (setting, email, answer) => {
    expect(answerTo(setting, email)).toBe(answer);
  });

  it.each([
    ['closed', 'anna@other.example', CLOSED],
    ['closed', 'bert@HOME.example', 'let in'],
    ['example.com', 'anna@other.example', ELSEWHERE],
    ['example.com', 'anna@example.com', 'let in'],
    ['example.com', 'bert@home.example', 'let in'],
    ['open', 'anna@other.example', 'let in'],
  ])('%s: a change from home.example to %s is %s', (setting, email, answer) => {
    expect(answerTo(setting, email, 'anna@home.example')).toBe(answer);
  });

  it.each([
    'clsoed',
    'example',
    'example.com,',
    ',',
    '@example.com',
    'a@example.com',
    'exa mple.com',
    '*.example.com',
    '1.2.3.4',
    'open,closed',
  ])('does not start with %s', (setting) => {
    const { error } = VARIABLES.safeParse({ REGISTRATION: setting });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'must be open, closed, or e-mail domains separated by commas, as in example.com,example.org',
    ]);
  });
});
