// Questions before a member is disabled, deleted, or made the owner.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Member } from '../../../../../clients/typescript/src/browser.js';
import { type Act, useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { setMember } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';

export interface MemberDialogProps {
  readonly member: Member;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

export function DisableMember({ member, onClose, onChanged }: MemberDialogProps) {
  const [keys, setKeys] = useState<FateOfKeys>('revoke');
  const act = useAct();
  const disable = () =>
    void act.run('disable', async (client) => {
      await client.members.update(member.id, { status: 'disabled', keys });
      onChanged();
    });
  return (
    <Question
      title="members.disable.title"
      does="members.disable"
      of={member}
      act={act}
      onDo={disable}
      onClose={onClose}
    >
      <p>{t('members.disable.say')}</p>
      <Keys keys={keys} onKeys={setKeys} />
    </Question>
  );
}

export function DeleteMember({ member, onClose, onChanged }: MemberDialogProps) {
  const [keys, setKeys] = useState<FateOfKeys>('revoke');
  const act = useAct();
  const remove = () =>
    void act.run('delete', async (client) => {
      await client.members.delete(member.id, { keys });
      onChanged();
    });
  return (
    <Question title="members.delete.title" does="members.delete" of={member} act={act} onDo={remove} onClose={onClose}>
      <p>{t('members.delete.say')}</p>
      <Keys keys={keys} onKeys={setKeys} />
    </Question>
  );
}

type FateOfKeys = 'revoke' | 'keep';

interface KeysProps {
  readonly keys: FateOfKeys;
  readonly onKeys: (keys: FateOfKeys) => void;
}

/** Choice of what becomes of the keys that the member made. */
const Keys = ({ keys, onKeys }: KeysProps) => (
  <fieldset class="choices">
    <legend>{t('members.keys')}</legend>
    {(['revoke', 'keep'] as const).map((one) => (
      <label key={one} class="choice">
        <input type="radio" name="keys" checked={keys === one} onChange={() => onKeys(one)} />
        <span>{t(`members.keys.${one}`)}</span>
      </label>
    ))}
  </fieldset>
);

export function TransferAccount({ member, onClose, onChanged }: MemberDialogProps) {
  const [password, setPassword] = useState('');
  const act = useAct();
  const transfer = () =>
    void act.run('transfer', async (client, once) => {
      await client.members.transferAccount(member.id, { current_password: password }, once);
      setMember(await client.users.me());
      onChanged();
    });
  return (
    <Question
      title="members.transfer.title"
      does="members.transfer.do"
      of={member}
      act={act}
      fields={['current_password']}
      onDo={transfer}
      onClose={onClose}
    >
      <p>{t('members.transfer.say')}</p>
      <Field
        label={t('settings.current')}
        name="current_password"
        type="password"
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
        faults={faultsOf(act.error, 'current_password')}
      />
    </Question>
  );
}

interface QuestionProps {
  readonly title: 'members.disable.title' | 'members.delete.title' | 'members.transfer.title';
  readonly does: 'members.disable' | 'members.delete' | 'members.transfer.do';
  readonly of: Member;
  readonly act: Act;
  /** Fields that show what is wrong with them. */
  readonly fields?: readonly string[];
  readonly onDo: () => void;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

function Question({ title, does, of, act: { error, isBusy }, fields = [], onDo, onClose, children }: QuestionProps) {
  return (
    <Dialog title={t(title, { name: of.name ?? of.email })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onDo();
        }}
      >
        {children}
        {error !== null && !isBeside(error, fields) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="danger" disabled={isBusy}>
            {t(does)}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('members.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
