// The people of the account: who they are, who is invited, and what each role may do.
import { useState } from 'preact/hooks';
import type { CallAnalysis, Member } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { forgetNames } from '../../../people/who.js';
import { t, tn } from '../../../texts/texts.js';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';
import { MembersTable } from './members-table.tsx';
import { RightsTable } from './rights-table.tsx';

/** API limit: members of a page. */
const PAGE = 100;
/** API limit: open invitations. */
const MAX_INVITATIONS = 100;

export function MembersPage() {
  const members = useResource('members', allMembers);
  const invitations = useResource('invitations', async (client, signal) =>
    client.invitations.list({ limit: MAX_INVITATIONS }, { signal }),
  );
  const [isInviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<string | null>(null);
  const reload = () => {
    forgetNames();
    members.reload();
  };
  const found = members.value;
  const waiting = invitations.value?.items.filter(({ status }) => status !== 'accepted') ?? [];
  return (
    <>
      <Section
        title={t('members.page')}
        act={
          !isInviting && (
            <button type="button" onClick={() => setInviting(true)}>
              {t('members.invite')}
            </button>
          )
        }
      >
        {isInviting && (
          <InviteForm
            onInvited={(email) => {
              setInvited(email);
              setInviting(false);
              invitations.reload();
            }}
            onCancel={() => setInviting(false)}
          />
        )}
        {members.error !== null && <Problem error={members.error} onAgain={members.reload} />}
        {found === null && members.error === null && <Loading lines={6} />}
        {found && (
          <>
            <p class="soft">{tn('members.count', found.length)}</p>
            <MembersTable members={found} onChanged={reload} />
          </>
        )}
      </Section>
      {invitations.error !== null && <Problem error={invitations.error} onAgain={invitations.reload} />}
      {(waiting.length > 0 || invited !== null) && (
        <Invitations invitations={waiting} invited={invited} onSent={setInvited} onChanged={invitations.reload} />
      )}
      <RightsTable />
    </>
  );
}

/** Without those who are only invited: they have a table of their own. */
async function allMembers(client: CallAnalysis, signal: AbortSignal): Promise<readonly Member[]> {
  const found: Member[] = [];
  for (;;) {
    const { items, total } = await client.members.list({ skip: found.length, limit: PAGE }, { signal });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found.filter(({ status }) => status !== 'invited');
  }
}
