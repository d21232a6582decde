// Who can do what, as one table of every kind of principal and every scope.
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/access/principal.js';
import { can, mayChange, rightOfKeys } from '../../src/access/rights.js';
import { KEY_SCOPES, type Scope } from '../../src/access/scopes.js';
import { ownerOf } from '../support/builders/principals.js';

const OF_LINKS = ['report:open', 'recording:open', 'export:open'] as const;
const ALL: readonly Scope[] = [...KEY_SCOPES, 'account:read', 'account:manage', ...OF_LINKS];

const person: Principal = ownerOf('account-1');
const key = (...scopes: Scope[]): Principal => ({ kind: 'key', id: 'key-1', scopes, maker: null });
const link = (...scopes: Scope[]): Principal => ({ kind: 'link', id: 'reports/1', scopes });
const rightsOf = (principal: Principal) => ALL.filter((scope) => can(principal, scope));

describe('the table of rights', () => {
  const cases: [string, Principal, readonly Scope[]][] = [
    ['a person does all but what a link opens', person, [...KEY_SCOPES, 'account:read', 'account:manage']],
    ['a key without scopes reads whose it is', key(), ['account:read']],
    ['a narrowed key does what it was granted', key('analysis:read'), ['analysis:read', 'account:read']],
    ['no grant lets a key manage the account, nor open a link', key(...ALL), [...KEY_SCOPES, 'account:read']],
    ['a link opens what it was made for', link('report:open'), ['report:open']],
    [
      'no grant lets a link do more than read, review and open',
      link(...ALL),
      ['analysis:read', 'reviews:write', ...OF_LINKS],
    ],
  ];
  it.each(cases)('%s', (_, principal, rights) => {
    expect(rightsOf(principal), 'its rights').toEqual(rights);
  });

  it('opens original recordings to members who are named, to their keys, and to no agent', () => {
    const cases = [
      ['owner', false, false],
      ['reviewer', true, true],
      ['agent', true, false],
    ] as const;
    for (const [role, recordingsOriginal, hears] of cases) {
      const member = { ...ownerOf('account-1'), role, recordingsOriginal };
      expect(can(member, 'recordings:original'), `${role}, ${recordingsOriginal}`).toBe(hears);
      const own: Principal = { kind: 'key', id: 'key-1', scopes: ['recordings:original'], maker: member };
      expect(can(own, 'recordings:original'), `a key of ${role}`).toBe(hears);
    }
    expect(rightsOf(key('recordings:original'))).toContain('recordings:original');
  });

  it('grants keys the scopes that the API offers, and no other', () => {
    expect(ALL.filter((scope) => rightOfKeys(scope) === 'granted')).toEqual(KEY_SCOPES);
  });
});

describe('an object of live mode', () => {
  const [live, test] = [{ livemode: true }, { livemode: false }];
  it('is changed with live credentials alone; one of test mode with either', () => {
    expect([mayChange(live, live), mayChange(live, test), mayChange(test, test)]).toEqual([true, true, true]);
    expect(mayChange(test, live), 'a test key changes a live object').toBe(false);
  });
});
