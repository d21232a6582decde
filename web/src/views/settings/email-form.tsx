import { useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { facts } from '../../page/facts.js';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { t } from '../../texts/texts.js';
import type { OfUser } from './call-defaults.tsx';

const FIELDS = ['email', 'current_password'];

export function EmailForm({ user, onUser }: OfUser) {
  const pending = user.pending_email;
  return (
    <Section title={t('settings.email')}>
      <p>
        <strong>{user.email}</strong>
      </p>
      <div role="status">
        {pending !== null && (
          <p class="notice">
            {t(facts.mails === 'terminal' ? 'settings.email.terminal' : 'settings.email.mailbox', {
              email: pending,
              present: user.email,
            })}
          </p>
        )}
      </div>
      {user.has_password ? <ChangeEmail onUser={onUser} /> : <p class="soft">{t('settings.email.company')}</p>}
    </Section>
  );
}

function ChangeEmail({ onUser }: Pick<OfUser, 'onUser'>) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const changes = { email, current_password: password };
        void run(changes, async (client) => {
          onUser(await client.users.update(changes));
          setEmail('');
          setPassword('');
        });
      }}
    >
      <div class="fields">
        <Field
          label={t('settings.email.next')}
          name="email"
          type="email"
          autocomplete="email"
          required
          value={email}
          onValue={setEmail}
          faults={faultsOf(error, 'email')}
        />
        <Field
          label={t('settings.current')}
          name="current_password"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
          faults={faultsOf(error, 'current_password')}
        />
      </div>
      {error !== null && !isBeside(error, FIELDS) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" class="second" disabled={isBusy}>
          {t('settings.email.do')}
        </button>
      </div>
    </form>
  );
}
