import { useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { forgetViews } from '../../session/saved-views.js';
import { logOut } from '../../session/session.js';
import { t } from '../../texts/texts.js';

export function DeleteAccount({ email }: { readonly email: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={t('settings.delete')}>
      <p>{t('settings.delete.goes')}</p>
      <p>{t('settings.delete.stays')}</p>
      <div class="acts">
        <button type="button" class="danger" onClick={() => setAsked(true)}>
          {t('settings.delete.begin')}
        </button>
      </div>
      {isAsked && <Question email={email} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function Question({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useAct();
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Dialog title={t('settings.delete.title', { email })} onClose={onClose}>
      <p>{t('settings.delete.goes')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSame) return;
          void run('delete', async (client) => {
            await client.users.delete({ current_password: password });
            forgetViews();
            logOut('deleted');
          });
        }}
      >
        <Field label={t('settings.delete.type', { email })} name="typed" required value={typed} onValue={setTyped} />
        <Field
          label={t('comeIn.password')}
          name="current_password"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
          faults={faultsOf(error, 'current_password')}
        />
        {error !== null && !isBeside(error, ['current_password']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="danger" disabled={isBusy || !isSame}>
            {t('settings.delete.do')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('settings.leave')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
