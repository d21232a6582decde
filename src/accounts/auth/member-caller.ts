import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/http/access/caller.js';
import { isSameStanding, type MemberStanding, type Members } from '../users/members.js';

/** @param expiresAtMs until when the credential is good; null: as long as the member is as it was */
export function memberCaller(members: Members, standing: MemberStanding, expiresAtMs: number | null): Caller {
  const { id, accountId, role, teams, agentId, recordingsOriginal, entersReads } = standing;
  return {
    accountId,
    livemode: true,
    principal: { kind: 'person', id, isFirst: id === accountId, role, teams, agentId, recordingsOriginal },
    entersReads,
    confirm: (tx: EntityManager) => members.confirm(tx, standing),
    isGood: async () => {
      if (expiresAtMs !== null && Date.now() >= expiresAtMs) return false;
      const now = await members.findStandingAgain(id);
      return now?.verified === true && isSameStanding(now, standing);
    },
  };
}
