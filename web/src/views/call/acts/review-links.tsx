import { useRef, useState } from 'preact/hooks';
import type { CreatedReviewLink, ItemsPage, ReviewLink } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { type Resource, useResource } from '../../../api/use-resource.js';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, Loading, Problem } from '../../../parts/states.tsx';
import { moment, named, t } from '../../../texts/texts.js';
import { ExpiryChoice, LASTING } from './expiry-choice.tsx';
import { MadeLink } from './made-link.tsx';

/** Links to sessions of calibrations are made elsewhere. */
type May = Exclude<ReviewLink['may'][number], 'calibrate'>;

/** Limits of the API. */
const MAX_REVIEWER_CHARACTERS = 255;
const MAX_LINKS = 100;

export function ReviewLinks({ analysisId }: { readonly analysisId: string }) {
  const links = useResource(`links ${analysisId}`, async (client, signal) =>
    client.analyses.reviewLinks(analysisId, { limit: MAX_LINKS }, { signal }),
  );
  const [made, setMade] = useState<CreatedReviewLink | null>(null);
  return (
    <section class="share-part" aria-labelledby="share-review">
      <h3 id="share-review">{t('acts.review')}</h3>
      <p class="soft small">{t('acts.review.say')}</p>
      <NewLink
        analysisId={analysisId}
        onMade={(link) => {
          setMade(link);
          links.reload();
        }}
      />
      {made && <MadeLink url={made.url} says={t('acts.review.once')} />}
      <WorkingLinks
        analysisId={analysisId}
        links={links}
        onRevoked={(id) => {
          if (made?.id === id) setMade(null);
          links.reload();
        }}
      />
    </section>
  );
}

interface NewLinkProps {
  readonly analysisId: string;
  readonly onMade: (link: CreatedReviewLink) => void;
}

function NewLink({ analysisId, onMade }: NewLinkProps) {
  const [reviewer, setReviewer] = useState('');
  const [may, setMay] = useState<readonly May[]>(['read', 'review']);
  const [expiresIn, setExpiresIn] = useState<number>(LASTING.day);
  const { run, isBusy, error } = useAct();
  const faults = faultsOf(error, 'reviewer_id');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const params = { reviewer_id: reviewer, may: [...may], expires_in: expiresIn };
        void run(`link ${JSON.stringify(params)}`, async (client, once) => {
          onMade(await client.analyses.createReviewLink(analysisId, params, once));
        });
      }}
    >
      <Field
        label={t('acts.review.who')}
        name="reviewer"
        autocomplete="off"
        required
        maxlength={MAX_REVIEWER_CHARACTERS}
        value={reviewer}
        onValue={setReviewer}
        faults={faults}
      />
      <fieldset class="share-may">
        <legend>{t('acts.review.may')}</legend>
        <label>
          <input type="checkbox" checked disabled />
          {t('acts.may.read')}
        </label>
        {(['review', 'correct', 'acknowledge', 'dispute'] as const).map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={may.includes(one)}
              onChange={() => setMay(may.includes(one) ? may.filter((other) => other !== one) : [...may, one])}
            />
            {t(`acts.may.${one}`)}
          </label>
        ))}
      </fieldset>
      <div class="share-row">
        <ExpiryChoice label={t('acts.review.expiry')} value={expiresIn} onValue={setExpiresIn} />
        <button type="submit" disabled={isBusy}>
          {t('acts.review.make')}
        </button>
      </div>
      {error !== null && faults.length === 0 && <Problem error={error} />}
    </form>
  );
}

interface WorkingLinksProps {
  readonly analysisId: string;
  readonly links: Resource<ItemsPage<ReviewLink>>;
  readonly onRevoked: (id: string) => void;
}

function WorkingLinks({ analysisId, links, onRevoked }: WorkingLinksProps) {
  const { run, isBusy, error } = useAct();
  const heading = useRef<HTMLHeadingElement>(null);
  const working = links.value?.items.filter(({ expires_at }) => Date.parse(expires_at) > Date.now()) ?? [];
  return (
    <>
      <h4 ref={heading} tabIndex={-1}>
        {t('acts.links')}
      </h4>
      {links.error !== null && <Problem error={links.error} onAgain={links.reload} />}
      {links.value === null && links.error === null && <Loading lines={1} />}
      {links.value && working.length === 0 && <p class="soft small">{t('acts.links.none')}</p>}
      <ul class="share-links">
        {working.map(({ id, reviewer_id, may, expires_at }) => (
          <li key={id}>
            <span dir="auto">{reviewer_id}</span>
            <span class="soft small">
              {may.map((one) => named('acts.may', one)).join(', ')} ·{' '}
              {t('acts.until', { time: moment(Date.parse(expires_at) / 1000) })}
            </span>
            <button
              type="button"
              class="link"
              disabled={isBusy}
              aria-label={t('acts.revoke.of', { who: reviewer_id })}
              onClick={() =>
                void run(`revoke ${id}`, async (client) => {
                  await client.analyses.deleteReviewLink(analysisId, id);
                  heading.current?.focus();
                  onRevoked(id);
                })
              }
            >
              {t('acts.revoke')}
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <Problem error={error} />}
    </>
  );
}
