import { useRef, useState } from 'preact/hooks';
import { CallAnalysisError } from '../../../../clients/typescript/src/browser.js';
import { Field } from '../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { SERVICE_URL } from '../../routing/router.js';
import { logIn } from '../../session/session.js';
import { t } from '../../texts/texts.js';

/** The service's sentence where the account refuses passwords; any other 403 is of an address that is not confirmed yet. */
const COMPANY_ONLY = 'Log in with your identity provider';

interface LogInFormProps {
  readonly email: string;
  readonly onEmail?: (email: string) => void;
  /** Told of the address that is not confirmed yet. */
  readonly onUnverified?: (email: string, password: string) => void;
  /** True over a page that must stay: the company's sign-in then opens in a tab of its own, which logs this one in. */
  readonly isOver?: boolean;
}

export function LogInForm({ email: given, onEmail, onUnverified, isOver = false }: LogInFormProps) {
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  /** The address alone says which company it is. */
  const askCompany = () => {
    const field = form.current?.querySelector<HTMLInputElement>('input[name=email]');
    if (!field?.reportValidity()) return;
    const start = `${SERVICE_URL}/api/v1/auth/oidc/start?email=${encodeURIComponent(email.trim())}`;
    if (isOver) open(start, '_blank');
    else location.assign(start);
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          try {
            await logIn(email, password);
          } catch (error) {
            const isUnverified =
              error instanceof CallAnalysisError && error.status === 403 && error.detail !== COMPANY_ONLY;
            if (isUnverified && onUnverified) onUnverified(email, password);
            else throw error;
          }
        });
      }}
    >
      <Field
        label={t('comeIn.email')}
        name="email"
        type="email"
        autocomplete="username"
        required
        value={email}
        onValue={(value) => {
          setEmail(value);
          onEmail?.(value);
        }}
        faults={faultsOf(error, 'email')}
      />
      <Field
        label={t('comeIn.password')}
        name="password"
        type="password"
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
        faults={faultsOf(error, 'password')}
      />
      {error !== null && !isBeside(error, ['email', 'password']) && <Problem error={error} />}
      <button type="submit" class="wide" disabled={isBusy}>
        {t('comeIn.logIn')}
      </button>
      <button type="button" class="wide second" onClick={askCompany}>
        {t('comeIn.company')}
      </button>
    </form>
  );
}

/** A form that is sent once at a time, and keeps the error of the last time. */
export function useSubmit() {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, run };
}
