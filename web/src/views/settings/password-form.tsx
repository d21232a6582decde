import { useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { Field } from '../../parts/field.tsx';
import { Saved } from '../../parts/saved.tsx';
import { Section } from '../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { logIn } from '../../session/session.js';
import { t } from '../../texts/texts.js';

const FIELDS = ['password', 'current_password'];

export function PasswordForm({ email }: { readonly email: string }) {
  const [next, setNext] = useState('');
  const [current, setCurrent] = useState('');
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  return (
    <Section title={t('settings.password')}>
      <p class="soft">{t('settings.password.say')}</p>
      <form
        onInput={() => setSaved(false)}
        onSubmit={(event) => {
          event.preventDefault();
          const changes = { password: next, current_password: current };
          void run(changes, async (client) => {
            await client.users.update(changes);
            // The token of this tab ended with the password before.
            await logIn(email, next);
            setNext('');
            setCurrent('');
            setSaved(true);
          });
        }}
      >
        <input type="hidden" autocomplete="username" value={email} />
        <div class="fields">
          <Field
            label={t('comeIn.newPassword')}
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minlength={8}
            maxlength={128}
            value={next}
            onValue={setNext}
            faults={faultsOf(error, 'password')}
          />
          <Field
            label={t('settings.current')}
            name="current_password"
            type="password"
            autocomplete="current-password"
            required
            value={current}
            onValue={setCurrent}
            faults={faultsOf(error, 'current_password')}
          />
        </div>
        {error !== null && !isBeside(error, FIELDS) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="second" disabled={isBusy}>
            {t('settings.password.do')}
          </button>
          <Saved is={isSaved} />
        </div>
      </form>
    </Section>
  );
}
