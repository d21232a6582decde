import { useState } from 'preact/hooks';
import { CallAnalysisError } from '../../../../clients/typescript/src/browser.js';
import { Field } from '../../parts/field.tsx';
import { faultsOf, Problem } from '../../parts/states.tsx';
import { logIn } from '../../session/session.js';
import { t } from '../../texts/texts.js';

interface LogInFormProps {
  readonly email: string;
  readonly onEmail?: (email: string) => void;
  /** Told of the address that is not confirmed yet. */
  readonly onUnverified?: (email: string, password: string) => void;
}

export function LogInForm({ email: given, onEmail, onUnverified }: LogInFormProps) {
  const [email, setEmail] = useState(given);
  const [password, setPassword] = useState('');
  const { error, isBusy, run } = useSubmit();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          try {
            await logIn(email, password);
          } catch (error) {
            const isUnverified = error instanceof CallAnalysisError && error.status === 403;
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
      {error !== null && <Problem error={error} />}
      <button type="submit" class="wide" disabled={isBusy}>
        {t('comeIn.logIn')}
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
