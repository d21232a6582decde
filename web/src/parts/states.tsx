// Placeholders when there is nothing to show: still loading, empty, or failed.
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

/** Placeholder lines with the height of the coming content, so that the layout does not jump. */
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

/** Message of the service, with the data that support needs. */
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

/** Messages of a refused request for one field of a form. */
export const faultsOf = (error: unknown, field: string): readonly string[] =>
  error instanceof CallAnalysisError
    ? (error.items ?? []).filter(({ loc }) => loc.at(-1) === field).map(({ msg }) => sentenceOf(msg))
    : [];

/** Without the prefix that clients of the API know. */
const sentenceOf = (msg: string): string => msg.replace(/^Value error, (.)/, (_, first: string) => first.toUpperCase());

/** True when all messages of a refused request belong to these fields, so that they are shown beside them. */
export function isBeside(error: unknown, fields: readonly string[]): boolean {
  const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
  return items.length > 0 && items.every(({ loc }) => fields.includes(loc.at(-1) ?? ''));
}

interface CopyProps {
  readonly text: string;
  /** Name of the copied text, for screen readers. */
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

/** Browsers have no clipboard on pages loaded over plain HTTP, and may refuse to use it. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
