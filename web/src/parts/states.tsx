// What stands where there is nothing to show: not yet, not at all, or because something failed.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CallAnalysisError } from '../../../clients/typescript/src/browser.js';
import { t } from '../texts/texts.js';
import { Icon } from './icon.tsx';

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Lines of the height that the content will have, so that nothing jumps. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">{t('loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div class="loading-line" aria-hidden="true" key={line} />
      ))}
    </div>
  );
}

/** The sentence of the service, and what support asks for. */
export function Problem({ error, onAgain }: { readonly error: unknown; readonly onAgain?: (() => void) | undefined }) {
  const known = error instanceof CallAnalysisError ? error : null;
  return (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <p class="problem-sentence" lang={known === null ? undefined : 'en'}>
          {known === null ? t('problem.unknown') : known.detail}
        </p>
        {known?.requestId && (
          <p class="soft small">
            {t('problem.request', { id: known.requestId })} <Copy text={known.requestId} />
          </p>
        )}
      </div>
      {onAgain && (
        <button type="button" class="second" onClick={onAgain}>
          {t('problem.again')}
        </button>
      )}
    </div>
  );
}

/** The sentences of a refused request that belong to one field of a form. */
export const faultsOf = (error: unknown, field: string): readonly string[] =>
  error instanceof CallAnalysisError
    ? (error.items ?? []).filter(({ loc }) => loc.at(-1) === field).map(({ msg }) => msg)
    : [];

/** Whether all that a refused request tells belongs to these fields, and so stands beside them. */
export function isBeside(error: unknown, fields: readonly string[]): boolean {
  const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
  return items.length > 0 && items.every(({ loc }) => fields.includes(loc.at(-1) ?? ''));
}

interface CopyProps {
  readonly text: string;
  /** What is copied, for readers of the screen. */
  readonly what?: string;
}

export function Copy({ text, what }: CopyProps) {
  const [state, setState] = useState<'copy' | 'copied' | 'notCopied'>('copy');
  const copy = async () => {
    setState((await isCopied(text)) ? 'copied' : 'notCopied');
    setTimeout(() => setState('copy'), 2_000);
  };
  const word = t(`problem.${state}`);
  return (
    <button type="button" class="link" onClick={copy} aria-label={what && `${word}: ${what}`}>
      {word}
    </button>
  );
}

/** Browsers have no clipboard on pages that came over plain HTTP, and may refuse it. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
