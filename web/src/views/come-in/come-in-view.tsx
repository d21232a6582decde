import { useEffect, useState } from 'preact/hooks';
import { facts } from '../../page/facts.js';
import { language } from '../../page/preferences.js';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { TroubleBar } from '../../parts/trouble-bar.tsx';
import { anonymous } from '../../session/anonymous.js';
import { farewell, logIn } from '../../session/session.js';
import { speak, t } from '../../texts/texts.js';
import { LogInForm, useSubmit } from './log-in-form.tsx';

type Step =
  | { readonly name: 'logIn' | 'register' | 'forgotten' }
  /** The password is kept until the address is confirmed, so that it is typed once. */
  | { readonly name: 'verify'; readonly password: string };

export function ComeInView() {
  const [step, setStep] = useState<Step>({ name: 'logIn' });
  const [email, setEmail] = useState('');
  const isOpen = facts.registration !== 'closed';
  useEffect(() => {
    document.title = `${t('comeIn.logIn')} · ${t('app.name')}`;
  });
  const title = {
    logIn: 'comeIn.logIn',
    register: 'comeIn.register',
    forgotten: 'comeIn.forgotten.title',
    verify: 'comeIn.verify.title',
  } as const;
  return (
    <>
      <TroubleBar />
      <main class="come-in">
        <p class="brand">
          <Icon name="mark" />
          <span>{t('app.name')}</span>
        </p>
        <p class="soft">{t('comeIn.pitch')}</p>
        <div role="status">
          {farewell.value !== null && <p class="notice">{t(`comeIn.farewell.${farewell.value}`)}</p>}
        </div>
        <section class="card" aria-labelledby="come-in-title">
          <h1 id="come-in-title">{t(title[step.name])}</h1>
          {step.name === 'logIn' && (
            <LogInForm
              email={email}
              onEmail={setEmail}
              onUnverified={(address, password) => {
                setEmail(address);
                setStep({ name: 'verify', password });
              }}
            />
          )}
          {step.name === 'register' && (
            <Register email={email} onEmail={setEmail} onDone={(password) => setStep({ name: 'verify', password })} />
          )}
          {step.name === 'verify' && <Verify email={email} password={step.password} />}
          {step.name === 'forgotten' && <Forgotten email={email} onEmail={setEmail} />}
          <div class="come-in-ways">
            {step.name === 'logIn' ? (
              <>
                <button type="button" class="link" onClick={() => setStep({ name: 'forgotten' })}>
                  {t('comeIn.forgotten')}
                </button>
                {isOpen ? (
                  <span>
                    {t('comeIn.noAccount')}{' '}
                    <button type="button" class="link" onClick={() => setStep({ name: 'register' })}>
                      {t('comeIn.register')}
                    </button>
                  </span>
                ) : (
                  <span class="soft">{t('comeIn.closed')}</span>
                )}
              </>
            ) : (
              <button type="button" class="link" onClick={() => setStep({ name: 'logIn' })}>
                {t(step.name === 'register' ? 'comeIn.haveAccount' : 'comeIn.back')}{' '}
                {step.name === 'register' && t('comeIn.logIn')}
              </button>
            )}
          </div>
        </section>
        <div class="come-in-foot">
          <button
            type="button"
            class="link"
            lang={language.value === 'en' ? 'de' : 'en'}
            onClick={() => void speak(language.value === 'en' ? 'de' : 'en')}
          >
            {language.value === 'en' ? 'Deutsch' : 'English'}
          </button>
        </div>
      </main>
    </>
  );
}

interface StepProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
}

function Register({ email, onEmail, onDone }: StepProps & { readonly onDone: (password: string) => void }) {
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useSubmit();
  const domains = typeof facts.registration === 'string' ? null : facts.registration;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await anonymous.auth.register({ email, password });
          onDone(password);
        });
      }}
    >
      {domains && <p class="soft">{t('comeIn.domains', { domains: domains.join(', ') })}</p>}
      <Field
        label={t('comeIn.email')}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={email}
        onValue={onEmail}
        faults={faultsOf(error, 'email')}
      />
      <Field
        label={t('comeIn.newPassword')}
        name="password"
        type="password"
        autocomplete="new-password"
        required
        minlength={8}
        maxlength={128}
        value={password}
        onValue={setPassword}
        faults={faultsOf(error, 'password')}
      />
      {error !== null && !isBeside(error, ['email', 'password']) && <Problem error={error} />}
      <button type="submit" class="wide" disabled={isBusy}>
        {t('comeIn.register')}
      </button>
    </form>
  );
}

function Verify({ email, password }: { readonly email: string; readonly password: string }) {
  const { error, isBusy, run } = useSubmit();
  const [isSent, setSent] = useState(false);
  return (
    <>
      <p>{t(facts.mails === 'terminal' ? 'comeIn.verify.terminal' : 'comeIn.verify.mailbox', { email })}</p>
      {error !== null && <Problem error={error} />}
      <button type="button" class="wide" disabled={isBusy} onClick={() => void run(() => logIn(email, password))}>
        {t('comeIn.verify.done')}
      </button>
      <p class="come-in-again" role="status">
        {isSent ? (
          t('comeIn.verify.sent')
        ) : (
          <button
            type="button"
            class="link"
            disabled={isBusy}
            onClick={() =>
              void run(async () => {
                await anonymous.auth.resendVerification({ email });
                setSent(true);
              })
            }
          >
            {t('comeIn.verify.again')}
          </button>
        )}
      </p>
    </>
  );
}

function Forgotten({ email, onEmail }: StepProps) {
  const { error, isBusy, run } = useSubmit();
  const [answer, setAnswer] = useState<string | null>(null);
  if (answer !== null)
    return (
      <div role="status">
        <p lang="en">{answer}</p>
        {facts.mails === 'terminal' && <p>{t('comeIn.forgotten.terminal')}</p>}
      </div>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => setAnswer((await anonymous.auth.requestPasswordReset({ email })).message));
      }}
    >
      <p>{t('comeIn.forgotten.say')}</p>
      <Field
        label={t('comeIn.email')}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={email}
        onValue={onEmail}
        faults={faultsOf(error, 'email')}
      />
      {error !== null && !isBeside(error, ['email', 'password']) && <Problem error={error} />}
      <button type="submit" class="wide" disabled={isBusy}>
        {t('comeIn.forgotten.send')}
      </button>
    </form>
  );
}
