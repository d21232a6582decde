import { useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { facts } from '../../page/facts.js';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { t } from '../../texts/texts.js';

/** Shown to an owner who signs in through the company: what asks for a password is refused without one. */
export function SetPassword({ email }: { readonly email: string }) {
  const [isSent, setSent] = useState(false);
  const { error, isBusy, run } = useAct();
  const send = () =>
    void run('send', async (client) => {
      await client.auth.requestPasswordReset({ email });
      setSent(true);
    });
  return (
    <Section title={t('settings.password')}>
      <p>{t('settings.password.none')}</p>
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button type="button" class="second" disabled={isBusy || isSent} onClick={send}>
          {t('settings.password.send')}
        </button>
      </div>
      <p role="status">
        {isSent &&
          t(facts.mails === 'terminal' ? 'settings.password.terminal' : 'settings.password.mailbox', { email })}
      </p>
    </Section>
  );
}
