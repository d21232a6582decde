import { useState } from 'preact/hooks';
import type { Scorecard } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Icon } from '../../../parts/icon.tsx';
import { useKeys } from '../../../parts/keys.js';
import { PagesOfView } from '../../../parts/section.tsx';
import { Empty, Loading, Problem } from '../../../parts/states.tsx';
import { address, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { number, t, tn } from '../../../texts/texts.js';
import type { FormFile } from '../model/form-json.js';
import { FormRow } from './form-row.tsx';
import { NewForm, StartCards } from './new-form.tsx';

/** Each row asks for its newest revision, and a minute holds a hundred requests. */
const PAGE_FORMS = 20;

export function FormsView() {
  const page = Math.max(1, Number(address.value.query.page) || 1);
  const skip = (page - 1) * PAGE_FORMS;
  const forms = useResource(`forms ${page}`, async (client, signal) =>
    client.scorecards.list({ skip, limit: PAGE_FORMS }, { signal }),
  );
  const mayWrite = may('updateScorecard');
  const [isChoosing, setChoosing] = useState(false);
  const [start, setStart] = useState<FormFile | 'json' | null>(null);
  useKeys({ j: () => moveRow(1), k: () => moveRow(-1) });
  const found = forms.value;
  return (
    <div class="forms">
      <header class="view-head">
        <h1>{t('forms.title')}</h1>
        <p class="soft" role="status">
          {found && tn('forms.count', found.total)}
        </p>
        {found && found.total > 0 && mayWrite && (
          <button type="button" class="form-new" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            <Icon name="plus" />
            {t('forms.new')}
          </button>
        )}
      </header>
      <PagesOfView
        label={t('forms.title')}
        pages={[
          ['/forms', 'forms.title'],
          ['/forms/calibrations', 'calibrations.title'],
        ]}
      />
      {forms.error !== null && <Problem error={forms.error} onAgain={forms.reload} />}
      {found === null && forms.error === null && <Loading lines={8} />}
      {isChoosing && mayWrite && <StartCards onStart={setStart} />}
      {found && found.items.length > 0 && <FormsTable forms={found.items} onArchived={forms.reload} />}
      {found && found.total > PAGE_FORMS && <Pages page={page} total={found.total} />}
      {found && found.total === 0 && (
        <>
          <Empty title={t('forms.empty')}>{mayWrite && <p class="soft">{t('forms.empty.say')}</p>}</Empty>
          {mayWrite && <StartCards onStart={setStart} />}
        </>
      )}
      {start && <NewForm start={start} onClose={() => setStart(null)} />}
    </div>
  );
}

interface TableProps {
  readonly forms: readonly Scorecard[];
  readonly onArchived: () => void;
}

function FormsTable({ forms, onArchived }: TableProps) {
  return (
    <table class="rows-table is-boxed forms-table">
      <caption class="unseen">{t('forms.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('forms.name')}</th>
          <th scope="col">{t('forms.inForce')}</th>
          <th scope="col">{t('forms.draft')}</th>
          <th scope="col" class="figure">
            {t('forms.questions.title')}
          </th>
          <th scope="col">{t('forms.judges')}</th>
          <th scope="col">
            <span class="unseen">{t('forms.archive')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {forms.map((card) => (
          <FormRow key={card.id} card={card} onArchived={onArchived} />
        ))}
      </tbody>
    </table>
  );
}

function moveRow(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.forms-table a.form-link')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[at < 0 ? (by > 0 ? 0 : links.length - 1) : at + by]?.focus();
}

function Pages({ page, total }: { readonly page: number; readonly total: number }) {
  const until = Math.min(page * PAGE_FORMS, total);
  const range = { from: number((page - 1) * PAGE_FORMS + 1), until: number(until), total: number(total) };
  return (
    <nav class="pages" aria-label={t('forms.pages')}>
      <span class="soft">{t('calls.range', range)}</span>
      {page > 1 && (
        <a class="button second" href={to('/forms', { page: page === 2 ? undefined : String(page - 1) })} rel="prev">
          {t('calls.newer')}
        </a>
      )}
      {until < total && (
        <a class="button second" href={to('/forms', { page: String(page + 1) })} rel="next">
          {t('calls.older')}
        </a>
      )}
    </nav>
  );
}
