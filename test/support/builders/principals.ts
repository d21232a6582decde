// Principals as the guard would find them.
import type { Person } from '../../../src/access/principal.js';

/** The owner who registered the account. */
export const ownerOf = (accountId: string): Person => ({
  kind: 'person',
  id: accountId,
  isFirst: true,
  role: 'owner',
  teams: [],
  agentId: null,
  recordingsOriginal: true,
});
