import { language } from '../page/preferences.js';
import { Icon } from '../parts/icon.tsx';
import { clock } from '../texts/clock.js';
import { ruleName } from '../texts/rule-name.js';
import { named, t } from '../texts/texts.js';
import { type CallFilters, type FiltersProps, filtersIn, isInBar, metadataIn } from './call-filters.js';

interface FilterChipsProps {
  readonly chips: readonly Chip[];
  readonly onFilters: FiltersProps['onFilters'];
}

/** Active filters without a visible field. On a small screen these are all filters. */
export function FilterChips({ chips, onFilters }: FilterChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul class="chips-in-bar" aria-label={t('calls.chips')}>
      {chips.map(({ names, text, isBar }) => (
        <li key={names.join()} class={isBar ? 'only-small' : undefined}>
          <button
            type="button"
            class="chip"
            aria-label={t('calls.chip.remove', { filter: text })}
            onClick={() => onFilters(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            <span class="cut" dir="auto">
              {text}
            </span>
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Chip {
  /** Names of its filters. */
  readonly names: readonly string[];
  readonly text: string;
  readonly isBar: boolean;
}

/** Every active filter as text. */
export function chipsOf(query: CallFilters): readonly Chip[] {
  const filters = filtersIn(query);
  const chips: Chip[] = [];
  const add = (names: readonly string[], label: string, value: string) =>
    chips.push({ names, text: label === '' ? value : `${label}: ${value}`, isBar: names.every(isInBar) });
  const one = (name: keyof CallFilters & string, label: string, say: (value: string) => string = String) => {
    const value = filters[name];
    if (value) add([name], label, say(value));
  };
  const range = (stem: string, ends: readonly [string, string], label: string, say: (value: string) => string) => {
    const [min, max] = ends.map((end) => filters[`${stem}${end}` as keyof CallFilters]);
    const names = ends.map((end) => `${stem}${end}`);
    if (min && max) add(names, label, `${say(min)}–${say(max)}`);
    else if (min) add(names, label, t('calls.chip.min', { value: say(min) }));
    else if (max) add(names, label, t('calls.chip.max', { value: say(max) }));
  };
  one('search', t('calls.search'));
  one('status', t('calls.status'), (value) => named('state', value));
  one('flagged', '', (value) => named('calls.flagged', value));
  one('agent_id', t('calls.agent'));
  one('contact_id', t('calls.contact'));
  one('reviewed', '', (value) => named('calls.reviewed', value === 'true' ? 'yes' : 'no'));
  one('direction', '', (value) => named('calls.direction', value));
  one('language', t('calls.language'), languageName);
  one('violation', t('calls.violation'), ruleName);
  const score = ['_min', '_max'] as const;
  range('compliance_score', score, t('calls.compliance'), String);
  range('quality_score', score, t('calls.quality'), String);
  range('duration', score, t('calls.length'), (value) => clock(Number(value)));
  range('', ['from', 'until'], t('calls.sent'), String);
  range('call_', ['from', 'until'], t('calls.began'), String);
  for (const [key, value] of metadataIn(filters)) add([`metadata[${key}]`], key, value);
  if (filters.scorecard_id) {
    const names = ['scorecard_id', 'outcome', 'score_min', 'score_max'].filter((name) => name in filters);
    const { outcome, score_min: min, score_max: max } = filters;
    const scores = min || max ? `${min ?? 0}–${max ?? 100}` : '';
    add(
      names,
      t('queue.form'),
      [outcome && named('forms.outcome', outcome), scores].filter(Boolean).join(', ') || t('calls.form.judged'),
    );
  }
  return chips;
}

export const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames(language.value, { type: 'language' }).of(code) ?? code;
  } catch {
    // A URL may contain any text.
    return code;
  }
};
