import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAct } from '../../../api/use-act.js';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, Problem } from '../../../parts/states.tsx';
import type { GivenRole } from '../../../session/role-rights.js';
import { t } from '../../../texts/texts.js';
import { isShown, type MemberDraft, MemberFields, sentencesOf, teamsOf } from './member-fields.tsx';

interface InviteFormProps {
  /** Told to whom the mail goes. */
  readonly onInvited: (email: string) => void;
  readonly onCancel: () => void;
}

export function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [draft, setDraft] = useState<MemberDraft>({ role: 'reviewer', teams: '', agentId: '' });
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const isOfAgent = draft.role === 'agent';
  return (
    <form
      ref={form}
      class="invite"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = {
          email: email.trim(),
          role: draft.role as GivenRole,
          teams: isOfAgent ? null : teamsOf(draft),
          agent_id: isOfAgent ? draft.agentId.trim() : null,
        };
        void run(wanted, async (client, once) => {
          await client.invitations.create(wanted, once);
          onInvited(wanted.email);
        });
      }}
    >
      <Field
        label={t('comeIn.email')}
        name="email"
        type="email"
        autocomplete="off"
        required
        value={email}
        onValue={setEmail}
        faults={[...faultsOf(error, 'email'), ...sentencesOf(error, 400)]}
      />
      <MemberFields draft={draft} onDraft={setDraft} error={error} />
      {error !== null && !isShown(error, ['email'], [400, 403]) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t('members.invite.send')}
        </button>
        <button type="button" class="second" onClick={onCancel}>
          {t('members.cancel')}
        </button>
      </div>
    </form>
  );
}
