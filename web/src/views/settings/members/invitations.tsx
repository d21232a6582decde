import type { Invitation } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { facts } from '../../../page/facts.js';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { moment, named, t, wholeMoment } from '../../../texts/texts.js';

interface InvitationsProps {
  readonly invitations: readonly Invitation[];
  /** To whom a mail has just gone; null after none. */
  readonly invited: string | null;
  /** Told to whom a mail went; null: of none any more. */
  readonly onSent: (email: string | null) => void;
  readonly onChanged: () => void;
}

/** Invitations that wait for their person. */
export function Invitations({ invitations, invited, onSent, onChanged }: InvitationsProps) {
  const { error, isBusy, run } = useAct();
  const resend = ({ id, email, expires_at }: Invitation) =>
    run(`resend ${id} ${expires_at}`, async (client, once) => {
      await client.invitations.resend(id, once);
      onSent(email);
      onChanged();
    });
  const takeBack = ({ id }: Invitation) =>
    run(`delete ${id}`, async (client) => {
      await client.invitations.delete(id);
      onSent(null);
      onChanged();
    });
  return (
    <Section title={t('members.invitations')}>
      <div role="status">
        {invited !== null && (
          <p class="notice">
            {t(facts.mails === 'terminal' ? 'members.invited.terminal' : 'members.invited', { email: invited })}
          </p>
        )}
      </div>
      {error !== null && <Problem error={error} />}
      {invitations.length > 0 && (
        <table class="rows-table">
          <caption class="unseen">{t('members.invitations')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('comeIn.email')}</th>
              <th scope="col">{t('members.role')}</th>
              <th scope="col">{t('members.until')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {invitations.map((one) => (
              <tr key={one.id}>
                <th scope="row" dir="auto">
                  {one.email}
                </th>
                <td>
                  {named('role', one.role)}
                  {one.agent_id !== null && <span class="soft"> · {one.agent_id}</span>}
                  {one.teams.length > 0 && <span class="soft"> · {one.teams.join(', ')}</span>}
                </td>
                <td>
                  {one.status === 'expired' ? (
                    <span class="tag unsure">{t('members.expired')}</span>
                  ) : (
                    <time dateTime={new Date(one.expires_at * 1000).toISOString()} title={wholeMoment(one.expires_at)}>
                      <span class="soft only-small">{t('members.until')} </span>
                      {moment(one.expires_at)}
                    </time>
                  )}
                </td>
                <td class="row-act">
                  <span class="invitation-acts">
                    <button
                      type="button"
                      class="link"
                      disabled={isBusy}
                      aria-label={`${t('members.resend')}: ${one.email}`}
                      onClick={() => void resend(one)}
                    >
                      {t('members.resend')}
                    </button>
                    <button
                      type="button"
                      class="link"
                      disabled={isBusy}
                      aria-label={`${t('members.takeBack')}: ${one.email}`}
                      onClick={() => void takeBack(one)}
                    >
                      {t('members.takeBack')}
                    </button>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
