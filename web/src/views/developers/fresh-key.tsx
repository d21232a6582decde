// The key that was just made. It is shown until the person says that it is kept, also after a look at another view.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Copy } from '../../parts/states.tsx';
import { session } from '../../session/session.js';
import { t } from '../../texts/texts.js';

interface FreshKey {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly isTest: boolean;
  /** Whose it is: another account that logs in here must not see it. */
  readonly email: string | null;
}

const fresh = signal<FreshKey | null>(null);

const emailNow = () => (session.value?.kind === 'account' ? session.value.email : null);

export function freshKey(): FreshKey | null {
  const { value } = fresh;
  return value !== null && value.email === emailNow() ? value : null;
}

export function showFreshKey(key: Omit<FreshKey, 'email'>): void {
  fresh.value = { ...key, email: emailNow() };
}

export function forgetFreshKey(): void {
  fresh.value = null;
}

export function FreshKeyPanel({ fresh }: { readonly fresh: FreshKey }) {
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  useEffect(() => {
    // The browser asks before the page goes with the key.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <section class="card section fresh-key" aria-labelledby="fresh-key-title">
      <h2 id="fresh-key-title" ref={title} tabIndex={-1}>
        {t('developers.fresh.title', { name: fresh.name })}
      </h2>
      <p>{t('developers.fresh.say')}</p>
      <p class="secret-row">
        <code class="secret">{fresh.key}</code> <Copy text={fresh.key} what={t('developers.key')} />
      </p>
      <button type="button" onClick={forgetFreshKey}>
        {t('developers.fresh.kept')}
      </button>
    </section>
  );
}
