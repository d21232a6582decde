// What the console shows to each role is what the service's table of rights allows.
import { expect, it } from 'vitest';
import { ROLES as ROLES_OF_SERVICE } from '../../src/access/roles.js';
import { routeRights } from '../../src/access/route-rights.js';
import { isAtLeast, leastOf, OPERATIONS, PARTS, ROLES, rightOf, roleIn } from '../../web/src/session/role-rights.js';
import { DE } from '../../web/src/texts/de.js';
import { EN } from '../../web/src/texts/en.js';

const rights = new Map(routeRights());

it('the roles are those of the service, in their order, with a name and a meaning in both languages', () => {
  expect(ROLES).toEqual(ROLES_OF_SERVICE);
  const keys = ROLES.flatMap((role) => [`role.${role}`, `role.means.${role}`]);
  for (const texts of [EN, DE]) expect(Object.keys(texts)).toEqual(expect.arrayContaining(keys));
});

it.each(OPERATIONS.filter((operation) => !(operation in PARTS)))(
  '%s is shown to whom the service allows it',
  (name) => {
    const right = rights.get(name);
    expect(right, 'a row in src/access/route-rights.ts').toBeDefined();
    expect(leastOf(name)).toBe(right?.least);
    for (const role of ROLES) {
      const isOfAgent = role === 'agent' && right?.agent;
      const expected = isAtLeast(role, right?.least ?? 'owner') ? 'yes' : isOfAgent ? 'own' : 'no';
      expect(rightOf(role, name), role).toBe(expected);
    }
  },
);

it('a role that this console does not know may do least', () => {
  expect(roleIn('owner')).toBe('owner');
  expect(roleIn('superuser')).toBe('agent');
});
