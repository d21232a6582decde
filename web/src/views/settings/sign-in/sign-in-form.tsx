import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { SignIn } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Choice, Field, Labelled, Lines } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { Saved } from '../../../parts/saved.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { GIVEN_ROLES } from '../../../session/role-rights.js';
import { t } from '../../../texts/texts.js';
import { draftOf, paramsOf, type SignInDraft } from './sign-in-draft.js';

interface SignInFormProps {
  /** Null before it is set. */
  readonly sso: SignIn | null;
  readonly onSaved: () => void;
}

/** Fields with their faults beside them. */
const FIELDS = ['issuer', 'client_id', 'client_secret', 'domains', 'claim', 'teams'];

type TextOf = 'issuer' | 'clientId' | 'secret' | 'claim' | 'teamsClaim';

export function SignInForm({ sso, onSaved }: SignInFormProps) {
  const [draft, setDraft] = useState(() => draftOf(sso));
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const set = (by: Partial<SignInDraft>) => {
    setSaved(false);
    setDraft((before) => ({ ...before, ...by }));
  };
  const isNew = sso === null;
  const text = (key: TextOf, name: string, label: string, more: Partial<ComponentProps<typeof Field>> = {}) => (
    <Field
      label={label}
      name={name}
      autocomplete="off"
      {...more}
      value={draft[key]}
      onValue={(value) => set({ [key]: value })}
      faults={faultsOf(error, name)}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const params = paramsOf(draft);
        void run(params, async (client) => {
          await client.sso.update(params);
          set({ secret: '' });
          setSaved(true);
          onSaved();
        });
      }}
    >
      <div class="fields">
        {text('issuer', 'issuer', t('signIn.issuer'), { required: true })}
        {text('clientId', 'client_id', t('signIn.clientId'), { required: true })}
        {text('secret', 'client_secret', t('signIn.secret'), {
          type: 'password',
          required: isNew,
          say: isNew ? undefined : t('signIn.secret.kept'),
        })}
        <Lines
          label={t('signIn.domains')}
          say={t('signIn.domains.lines')}
          value={draft.domains}
          onValue={(domains) => set({ domains })}
          required
          faults={faultsOf(error, 'domains')}
        />
      </div>
      <fieldset class="choices">
        <legend>{t('members.role')}</legend>
        {text('claim', 'claim', t('signIn.claim'))}
        <RoleRows draft={draft} onDraft={set} />
        <Labelled label={t('signIn.default')}>
          {(id) => (
            <Choice
              id={id}
              label={t('signIn.default')}
              value={draft.defaultRole}
              choices={[
                ['', t('signIn.default.none')] as const,
                ...GIVEN_ROLES.map((one) => [one, t(`role.${one}`)] as const),
              ]}
              onValue={(defaultRole) => set({ defaultRole })}
            />
          )}
        </Labelled>
      </fieldset>
      {text('teamsClaim', 'teams', t('signIn.teams'), { say: t('signIn.teams.say') })}
      <fieldset class="choices">
        <legend class="unseen">{t('signIn.rules')}</legend>
        <Check
          label={t('signIn.enforce')}
          say={t('signIn.enforce.say')}
          is={draft.enforce}
          onIs={(enforce) => set({ enforce })}
        />
        <Check
          label={t('signIn.assume')}
          say={t('signIn.assume.say')}
          is={draft.assumeVerified}
          onIs={(assumeVerified) => set({ assumeVerified })}
        />
      </fieldset>
      {error !== null && !isBeside(error, FIELDS) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t('settings.save')}
        </button>
        <Saved is={isSaved} />
      </div>
    </form>
  );
}

interface RoleRowsProps {
  readonly draft: SignInDraft;
  readonly onDraft: (by: Partial<SignInDraft>) => void;
}

/** Values of the claim, each with the role that it gives. */
function RoleRows({ draft: { map }, onDraft }: RoleRowsProps) {
  const change = (at: number, by: Partial<SignInDraft['map'][number]>) =>
    onDraft({ map: map.map((row, index) => (index === at ? { ...row, ...by } : row)) });
  return (
    <div class="sso-groups">
      {map.map((row, at) => (
        <div class="metadata-row" key={row.id}>
          <input
            aria-label={t('signIn.value', { n: at + 1 })}
            placeholder={t('signIn.value.hint')}
            value={row.value}
            onInput={({ currentTarget }) => change(at, { value: currentTarget.value })}
          />
          <Choice
            label={t('signIn.value.role', { n: at + 1 })}
            value={row.role}
            choices={GIVEN_ROLES.map((one) => [one, t(`role.${one}`)] as const)}
            onValue={(role) => change(at, { role })}
          />
          <button
            type="button"
            class="bare"
            aria-label={t('settings.metadata.remove', { n: at + 1 })}
            onClick={() => onDraft({ map: map.filter((_, index) => index !== at) })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="link"
        onClick={() =>
          onDraft({ map: [...map, { id: Math.max(0, ...map.map(({ id }) => id)) + 1, value: '', role: 'reviewer' }] })
        }
      >
        {t('settings.metadata.add')}
      </button>
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly say: string;
  readonly is: boolean;
  readonly onIs: (is: boolean) => void;
}

const Check = ({ label, say, is, onIs }: CheckProps) => (
  <label class="choice">
    <input type="checkbox" checked={is} onChange={() => onIs(!is)} />
    <span>
      <strong>{label}</strong>
      <span class="soft">{say}</span>
    </span>
  </label>
);
