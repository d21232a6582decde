import type { Review } from '../../../../../clients/typescript/src/browser.js';
import { whoIs } from '../../../people/who.js';
import { moment, t } from '../../../texts/texts.js';

/** Notes of reviewers on the whole call, for the agent whom it is about; notes on a finding stand beside it. */
export function ReviewNotes({ reviews }: { readonly reviews: readonly Review[] }) {
  const noted = reviews.filter(({ note }) => note);
  if (noted.length === 0) return null;
  return (
    <section class="card section review-notes" aria-labelledby="review-notes">
      <h3 id="review-notes">{t('mine.notes')}</h3>
      <ul class="sentences">
        {noted.map(({ id, reviewer_id, created, note }) => (
          <li key={id}>
            <q dir="auto">{note}</q>{' '}
            <span class="soft small" dir="auto">
              {reviewer_id === null ? t('people.reviewer') : whoIs(reviewer_id)}, {moment(created)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
