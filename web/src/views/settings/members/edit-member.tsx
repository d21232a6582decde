import { useState } from 'preact/hooks';
import { useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, Problem } from '../../../parts/states.tsx';
import { roleIn } from '../../../session/role-rights.js';
import { t } from '../../../texts/texts.js';
import type { MemberDialogProps } from './member-dialogs.tsx';
import { isShown, type MemberDraft, MemberFields, teamsOf } from './member-fields.tsx';

export function EditMember({ member, onClose, onChanged }: MemberDialogProps) {
  const [name, setName] = useState(member.name ?? '');
  const [draft, setDraft] = useState<MemberDraft>({
    role: roleIn(member.role),
    teams: member.teams.join('\n'),
    agentId: member.agent_id ?? '',
  });
  const [isOriginal, setOriginal] = useState(member.recordings_original);
  const { error, isBusy, run } = useAct();
  return (
    <Dialog title={member.email} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const changes = {
            name: name.trim() || null,
            ...(draft.role !== member.role && { role: draft.role }),
            teams: teamsOf(draft),
            agent_id: draft.agentId.trim() || null,
            recordings_original: isOriginal,
          };
          void run(changes, async (client) => {
            await client.members.update(member.id, changes);
            onChanged();
          });
        }}
      >
        <Field
          label={t('members.name')}
          name="name"
          autocomplete="off"
          maxlength={200}
          value={name}
          onValue={setName}
          faults={faultsOf(error, 'name')}
        />
        <MemberFields draft={draft} onDraft={setDraft} error={error} />
        {member.identity === 'oidc' && <p class="notice">{t('members.mapped')}</p>}
        {draft.role !== 'agent' && (
          <label class="check">
            <input type="checkbox" checked={isOriginal} onChange={() => setOriginal(!isOriginal)} />
            <span>{t('members.original')}</span>
          </label>
        )}
        {error !== null && !isShown(error, ['name'], [403]) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" disabled={isBusy}>
            {t('settings.save')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('members.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
