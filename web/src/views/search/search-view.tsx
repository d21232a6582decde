// What was said, in all calls: a click on a hit plays the call from there.
import { useEffect, useRef } from 'preact/hooks';
import { rememberList } from '../../listing/came-from.js';
import { moveRow, useKeys } from '../../parts/keys.js';
import { Empty, isBeside, Loading, Problem } from '../../parts/states.tsx';
import { address, go, to } from '../../routing/router.js';
import { number, t, tn, wholeMoment } from '../../texts/texts.js';
import { FoundCalls } from './found-calls.tsx';
import { SearchBar } from './search-bar.tsx';
import { countFilters, paramsOf, queryOf, type SearchQuery } from './search-filters.js';
import { type Found, type Search, useSearch } from './use-search.js';

export function SearchView() {
  const query: SearchQuery = address.value.query;
  const params = paramsOf(query);
  const search = useSearch(params);
  const { found, error, isLoading } = search;
  const list = useRef<HTMLDivElement>(null);
  useKeys({ j: () => moveRow(list.current, 1), k: () => moveRow(list.current, -1) });
  useEffect(() => {
    if (found === null || isLoading) return;
    const ids = found.calls.map(({ analysis_id }) => analysis_id);
    rememberList({ filters: {}, search: queryOf(query), offset: 0, ids, total: ids.length });
  }, [found, isLoading]);
  return (
    <div class="search">
      <header class="view-head">
        <h1>{t('search.title')}</h1>
        <p class="soft" role="status">
          {params !== null && found && !isLoading && countText(found)}
        </p>
      </header>
      <SearchBar query={query} error={error} onAgain={search.again} />
      {error !== null && !isBeside(error, ['q']) && <Problem error={error} onAgain={search.again} />}
      {params === null && <Teaching />}
      {params !== null && found === null && error === null && <Loading lines={10} />}
      {params !== null && found?.isIndexing && <p class="notice">{t('search.indexing')}</p>}
      {params !== null && found && (
        <div ref={list} class={isLoading ? 'is-stale' : undefined}>
          <FoundCalls calls={found.calls} words={params.q} opened={search.opened} onOpen={search.remember} />
          {found.calls.length === 0 && !isLoading && found.backTo === null && <Nothing query={query} />}
          <Rest search={search} found={found} />
        </div>
      )}
    </div>
  );
}

const countText = ({ total, isCapped }: Found): string =>
  isCapped ? t('search.capped', { n: number(total) }) : tn('search.count', total);

/** The way to what is not shown yet: more of what was found, or what was not looked at. */
function Rest({ search, found }: { readonly search: Search; readonly found: Found }) {
  if (search.hasMore)
    return (
      <p class="search-rest">
        <button type="button" class="second" disabled={search.isLoading} onClick={search.more}>
          {t('search.more')}
        </button>
      </p>
    );
  if (found.backTo === null) return null;
  return (
    <p class="search-rest notice">
      <span>{t('search.backTo', { when: wholeMoment(found.backTo) })}</span>
      <button type="button" class="second" disabled={search.isLoading} onClick={search.more}>
        {t(search.isLoading ? 'search.looking' : 'search.further')}
      </button>
    </p>
  );
}

function Nothing({ query }: { readonly query: SearchQuery }) {
  return (
    <Empty title={t('search.none')}>
      <p class="soft">{t('search.none.say')}</p>
      {countFilters(query) > 0 && (
        <button type="button" class="second" onClick={() => go(to('/search', { q: query.q }))}>
          {t('search.none.everywhere')}
        </button>
      )}
    </Empty>
  );
}

const EXAMPLES = ['words', 'phrase', 'without', 'begins'] as const;

function Teaching() {
  return (
    <Empty title={t('search.empty')}>
      <p class="soft">{t('search.empty.say')}</p>
      <dl class="search-legend">
        {EXAMPLES.map((example) => (
          <div key={example}>
            <dt>
              <a href={to('/search', { q: t(`search.example.${example}`) })}>{t(`search.example.${example}`)}</a>
            </dt>
            <dd>{t(`search.means.${example}`)}</dd>
          </div>
        ))}
      </dl>
    </Empty>
  );
}
