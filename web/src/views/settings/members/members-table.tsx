import { useState } from 'preact/hooks';
import type { Member } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Icon } from '../../../parts/icon.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { Problem } from '../../../parts/states.tsx';
import { may, member as ownMember } from '../../../session/member.js';
import { isAtLeast, roleIn } from '../../../session/role-rights.js';
import { moment, named, t, wholeMoment } from '../../../texts/texts.js';
import { EditMember } from './edit-member.tsx';
import { DeleteMember, DisableMember, TransferAccount } from './member-dialogs.tsx';

interface MembersTableProps {
  readonly members: readonly Member[];
  readonly onChanged: () => void;
}

const DIALOGS = { edit: EditMember, disable: DisableMember, transfer: TransferAccount, delete: DeleteMember } as const;

export function MembersTable({ members, onChanged }: MembersTableProps) {
  const [asked, setAsked] = useState<{ readonly kind: keyof typeof DIALOGS; readonly of: Member } | null>(null);
  const enabling = useAct();
  const enable = ({ id }: Member) =>
    void enabling.run(`enable ${id}`, async (client) => {
      await client.members.update(id, { status: 'active' });
      onChanged();
    });
  const Asked = asked && DIALOGS[asked.kind];
  const byName = members.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return (
    <>
      {enabling.error !== null && <Problem error={enabling.error} />}
      <table class="rows-table">
        <caption class="unseen">{t('members.page')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('members.name')}</th>
            <th scope="col">{t('members.role')}</th>
            <th scope="col">{t('members.sees')}</th>
            <th scope="col">{t('members.lastLogIn')}</th>
            <th scope="col">{t('members.signsIn')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {byName.map((one) => (
            <Row key={one.id} of={one} onAsk={(kind) => setAsked({ kind, of: one })} onEnable={() => enable(one)} />
          ))}
        </tbody>
      </table>
      {asked && Asked && (
        <Asked
          member={asked.of}
          onClose={() => setAsked(null)}
          onChanged={() => {
            setAsked(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email;

interface RowProps {
  readonly of: Member;
  readonly onAsk: (kind: keyof typeof DIALOGS) => void;
  readonly onEnable: () => void;
}

function Row({ of, onAsk, onEnable }: RowProps) {
  const own = ownMember.value;
  const isSelf = of.id === own?.id;
  const mayChange = own !== null && isAtLeast(own.role, roleIn(of.role));
  const isActive = of.status === 'active';
  const others = [
    isActive
      ? { name: t('members.disable'), act: () => onAsk('disable') }
      : { name: t('members.enable'), act: onEnable },
    ...(may('transferAccount') && isActive ? [{ name: t('members.transfer'), act: () => onAsk('transfer') }] : []),
    { name: t('members.delete'), act: () => onAsk('delete'), isGrave: true },
  ];
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{nameOf(of)}</span> {isSelf && <span class="tag">{t('members.you')}</span>}{' '}
        {!isActive && <span class="tag unsure">{t('members.disabled')}</span>}
        {of.name !== null && (
          <span class="member-email soft small" dir="auto">
            {of.email}
          </span>
        )}
      </th>
      <td>{named('role', of.role)}</td>
      <td dir="auto">{seenBy(of)}</td>
      <td>
        <span class="soft only-small">{t('members.lastLogIn')} </span>
        {of.last_login_at === null ? (
          <span class="soft">{t('developers.never')}</span>
        ) : (
          <time dateTime={new Date(of.last_login_at * 1000).toISOString()} title={wholeMoment(of.last_login_at)}>
            {moment(of.last_login_at)}
          </time>
        )}
      </td>
      <td>{named('members.identity', of.identity)}</td>
      <td class="row-act">
        {mayChange && (
          <Menu
            label={t('members.acts', { name: nameOf(of) })}
            items={[
              { name: t('members.edit'), act: () => onAsk('edit') },
              ...(isSelf || of.role === 'owner' ? [] : others),
            ]}
          >
            <Icon name="more" />
          </Menu>
        )}
      </td>
    </tr>
  );
}

/** Which calls the member sees. */
function seenBy({ role, teams, agent_id }: Member): string {
  if (role === 'agent') return t('members.sees.own', { agent: agent_id ?? '–' });
  return teams.length === 0 ? t('members.sees.all') : teams.join(', ');
}
