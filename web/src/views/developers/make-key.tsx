import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiKeyMode, Scope } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { Field } from '../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { may } from '../../session/member.js';
import { named, t } from '../../texts/texts.js';
import { showFreshKey } from './fresh-key.tsx';
import { SCOPES, UNASKED_SCOPES } from './scopes.js';

interface MakeKeyProps {
  readonly onMade: () => void;
  /** Null where there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

export function MakeKey({ onMade, onCancel }: MakeKeyProps) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<ApiKeyMode>('test');
  const [scopes, setScopes] = useState<readonly Scope[]>(UNASKED_SCOPES);
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  const isOpened = onCancel !== null;
  useLayoutEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus();
  }, [isOpened]);
  return (
    <form
      ref={form}
      class="make-key"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = { name, mode, scopes: [...scopes] };
        void run(wanted, async (client, once) => {
          const { id, key, livemode } = await client.apiKeys.create(wanted, once);
          showFreshKey({ id, name, key, isTest: !livemode });
          onMade();
        });
      }}
    >
      <Field
        label={t('developers.name')}
        name="name"
        required
        maxlength={100}
        value={name}
        onValue={setName}
        faults={faultsOf(error, 'name')}
      />
      <fieldset class="choices">
        <legend>{t('developers.mode')}</legend>
        {(['test', 'live'] as const).map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
            <span>
              <strong>{t(`developers.mode.${one}`)}</strong>
              <span class="soft">{t(`developers.modeMeans.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Scopes scopes={scopes} onScopes={setScopes} faults={faultsOf(error, 'scopes')} />
      {error !== null && !isBeside(error, ['name', 'scopes']) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t('developers.make')}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('developers.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}

interface ScopesProps {
  readonly scopes: readonly Scope[];
  readonly onScopes: (scopes: readonly Scope[]) => void;
  readonly faults: readonly string[];
}

function Scopes({ scopes, onScopes, faults }: ScopesProps) {
  return (
    <fieldset class="choices" aria-describedby={faults.length > 0 ? 'scopes-faults' : undefined}>
      <legend>{t('developers.scopes')}</legend>
      {SCOPES.filter((scope) => scope !== 'settings:write' || may('updateRedactionSettings')).map((scope) => (
        <label key={scope} class="choice">
          <input
            type="checkbox"
            checked={scopes.includes(scope)}
            onChange={(event) =>
              onScopes(
                event.currentTarget.checked
                  ? SCOPES.filter((one) => one === scope || scopes.includes(one))
                  : scopes.filter((one) => one !== scope),
              )
            }
          />
          <span>
            <strong>{named('developers.scope', scope)}</strong> <code>{scope}</code>
            <span class="soft">{named('developers.scopeOpens', scope)}</span>
          </span>
        </label>
      ))}
      {faults.length > 0 && (
        <p class="fault" id="scopes-faults" lang="en">
          {faults.join('. ')}
        </p>
      )}
    </fieldset>
  );
}
