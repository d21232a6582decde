// What an erasure erases and leaves, in words.
import type { Erasure } from '../../../../../clients/typescript/src/browser.js';
import { language } from '../../../page/preferences.js';
import { to } from '../../../routing/router.js';
import { t, tn } from '../../../texts/data.js';
import { HOLDS } from '../holds/holds.tsx';
import { countedIn } from './erasure-form.js';

/** Such as "3 calls and 2 exports". */
export function countsText(counts: Erasure['counts']): string {
  const parts = countedIn(counts).map(([kind, n]) => tn(`erasures.counts.${kind}`, n));
  if (parts.length === 0) return t('erasures.counts.none');
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(parts);
}

/** Calls that wait for the release of a hold, by hold. */
export function HeldBy({ deferred }: Pick<Erasure, 'deferred'>) {
  const holds = new Map(deferred.map(({ held_by }) => [held_by.id, held_by.name]));
  return (
    <>
      {[...holds].map(([id, name]) => (
        <p key={id}>
          {tn('erasures.heldBy', deferred.filter(({ held_by }) => held_by.id === id).length)}{' '}
          <a href={to(`${HOLDS}/${id}`)} dir="auto">
            {name}
          </a>
        </p>
      ))}
    </>
  );
}
