import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Later } from '../../listing/typed.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKeys } from '../../parts/keys.js';
import { faultsOf } from '../../parts/states.tsx';
import { go, to } from '../../routing/router.js';
import { t, tn } from '../../texts/texts.js';
import { countFilters, MAX_QUERY_CHARS, queryOf, type SearchQuery, SPEAKERS } from './search-filters.js';

interface SearchBarProps {
  readonly query: SearchQuery;
  /** Error of the last search. Its text about the words is shown beside them. */
  readonly error: unknown;
  /** Repeats the search with the same words. */
  readonly onAgain: () => void;
}

/** A search starts with Enter, since it is expensive. Each search is a step of its own for the back button. */
export function SearchBar({ query, error, onAgain }: SearchBarProps) {
  const given = query.q ?? '';
  const [words, setWords] = useState(given);
  const [isOpen, setOpen] = useState(false);
  const before = useRef(given);
  // The URL has changed in another way, such as the back button.
  if (before.current !== given) {
    before.current = given;
    setWords(given);
  }
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.select() });
  useLayoutEffect(() => {
    // Sets the focus only without words in the URL: the person then wants to type, not to read.
    if (given === '') input.current?.focus();
  }, []);
  const faults = faultsOf(error, 'q');
  const change = (by: SearchQuery) => go(to('/search', { ...queryOf(query), ...by }), { replace: true });
  const count = countFilters(query);
  const filters = <Filters query={query} onChange={change} />;
  return (
    <search class="search-bar">
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const next = words.trim();
          if (next !== '' && next === given) onAgain();
          else go(to('/search', { ...queryOf(query), q: next }));
        }}
      >
        <div class="search-field search-words-field">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            aria-label={t('search.words')}
            aria-describedby={faults.length > 0 ? 'search-faults' : 'search-help'}
            aria-invalid={faults.length > 0 ? true : undefined}
            placeholder={t('search.words')}
            value={words}
            maxLength={MAX_QUERY_CHARS}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <kbd class="not-small">/</kbd>
        </div>
        <button type="submit">{t('search.do')}</button>
        <div class="filters-row not-small">{filters}</div>
        <button type="button" class="second only-small" onClick={() => setOpen(true)}>
          <Icon name="filter" />
          {count === 0 ? t('calls.filters') : tn('calls.filters', count)}
        </button>
      </form>
      {faults.length > 0 && (
        <p class="fault" id="search-faults" lang="en">
          {faults.join('. ')}
        </p>
      )}
      <p class="soft small search-help" id="search-help">
        {t('search.help')}
      </p>
      {isOpen && (
        <Dialog title={t('calls.filters')} onClose={() => setOpen(false)}>
          <div class="filters-sheet">{filters}</div>
        </Dialog>
      )}
    </search>
  );
}

interface FiltersProps {
  readonly query: SearchQuery;
  readonly onChange: (by: SearchQuery) => void;
}

function Filters({ query, onChange }: FiltersProps) {
  return (
    <>
      <Choice
        label={t('search.speaker')}
        value={query.speaker ?? ''}
        choices={[['', t('search.speaker.any')], ...SPEAKERS.map((one) => [one, t(`search.speaker.${one}`)] as const)]}
        onValue={(speaker) => onChange({ speaker })}
      />
      <Later
        label={t('calls.agent')}
        name="agent"
        value={query.agent_id}
        onValue={(agent_id) => onChange({ agent_id })}
      />
      <Field
        label={t('calls.from')}
        name="from"
        type="date"
        value={query.from ?? ''}
        onValue={(from) => onChange({ from })}
      />
      <Field
        label={t('calls.until')}
        name="until"
        type="date"
        value={query.until ?? ''}
        onValue={(until) => onChange({ until })}
      />
    </>
  );
}
