// The filters that a person needs now and then.
import { useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import {
  DIRECTIONS,
  type FiltersProps,
  MAX_METADATA,
  metadataIn,
  OUTCOMES,
  secondsOf,
  withMetadata,
} from '../../listing/call-filters.js';
import { languageName } from '../../listing/filter-chips.tsx';
import { Later, Range } from '../../listing/typed.tsx';
import { language } from '../../page/preferences.js';
import { Choice } from '../../parts/field.tsx';
import { clock } from '../../texts/clock.js';
import { LANGUAGES } from '../../texts/languages.js';
import { ruleName, VIOLATIONS } from '../../texts/rule-name.js';
import { t } from '../../texts/texts.js';

/** More forms than a list to choose from can be used with. */
const MAX_FORMS = 100;

export function MoreFilters({ filters, onFilters }: FiltersProps) {
  return (
    <>
      <div class="filters-pairs">
        <Later
          label={t('calls.contact')}
          name="contact"
          value={filters.contact_id}
          onValue={(contact_id) => onFilters({ contact_id })}
        />
        <Kinds filters={filters} onFilters={onFilters} />
      </div>
      <div class="filters-pairs">
        <Scores filters={filters} onFilters={onFilters} stem="compliance_score" name={t('calls.compliance')} />
        <Scores filters={filters} onFilters={onFilters} stem="quality_score" name={t('calls.quality')} />
        <Lengths filters={filters} onFilters={onFilters} />
        <Range
          legend={t('calls.began')}
          values={[filters.call_from ?? '', filters.call_until ?? '']}
          onValues={([call_from, call_until]) => onFilters({ call_from, call_until })}
          type="date"
        />
      </div>
      <OfForm filters={filters} onFilters={onFilters} />
      <OwnData filters={filters} onFilters={onFilters} />
    </>
  );
}

function Kinds({ filters, onFilters }: FiltersProps) {
  const { violation = '' } = filters;
  const rules = violation === '' || VIOLATIONS.includes(violation) ? VIOLATIONS : [...VIOLATIONS, violation];
  return (
    <>
      <Choice
        label={t('calls.direction')}
        value={filters.direction ?? ''}
        choices={[
          ['', t('calls.direction.any')],
          ...DIRECTIONS.map((one) => [one, t(`calls.direction.${one}`)] as const),
        ]}
        onValue={(direction) => onFilters({ direction })}
      />
      <Choice
        label={t('calls.language')}
        value={filters.language ?? ''}
        choices={[['', t('calls.language.any')], ...languages()]}
        onValue={(code) => onFilters({ language: code })}
      />
      <Choice
        label={t('calls.violation')}
        value={violation}
        choices={[['', t('calls.violation.any')], ...rules.map((rule) => [rule, ruleName(rule)] as const)]}
        onValue={(rule) => onFilters({ violation: rule })}
      />
      <Choice
        label={t('calls.reviewed')}
        value={filters.reviewed ?? ''}
        choices={[
          ['', t('calls.reviewed.any')],
          ['true', t('calls.reviewed.yes')],
          ['false', t('calls.reviewed.no')],
        ]}
        onValue={(reviewed) => onFilters({ reviewed })}
      />
    </>
  );
}

const languages = (): readonly (readonly [code: string, name: string])[] =>
  LANGUAGES.map((code) => [code, languageName(code)] as const).sort(([, one], [, other]) =>
    one.localeCompare(other, language.value),
  );

interface ScoresProps extends FiltersProps {
  readonly stem: 'compliance_score' | 'quality_score' | 'score';
  readonly name: string;
}

function Scores({ filters, onFilters, stem, name }: ScoresProps) {
  return (
    <Range
      legend={name}
      values={[filters[`${stem}_min`] ?? '', filters[`${stem}_max`] ?? '']}
      onValues={([min, max]) => onFilters({ [`${stem}_min`]: min, [`${stem}_max`]: max })}
      type="number"
    />
  );
}

function Lengths({ filters, onFilters }: FiltersProps) {
  const text = (seconds: string | undefined) => (seconds ? clock(Number(seconds)) : '');
  const [isWrong, setWrong] = useState(false);
  return (
    <Range
      legend={t('calls.length')}
      values={[text(filters.duration_min), text(filters.duration_max)]}
      onValues={(ends) => {
        const [min, max] = ends.map((end) => (end === '' ? '' : secondsOf(end)));
        setWrong(min === null || max === null);
        if (min !== null && max !== null) onFilters({ duration_min: `${min}`, duration_max: `${max}` });
      }}
      type="text"
      hint={t(isWrong ? 'calls.length.wrong' : 'calls.length.hint')}
    />
  );
}

function OfForm({ filters, onFilters }: FiltersProps) {
  const forms = useResource('forms', async (client, signal) =>
    client.scorecards.list({ limit: MAX_FORMS }, { signal }),
  );
  const items = forms.value?.items ?? [];
  const isChosen = Boolean(filters.scorecard_id);
  if (items.length === 0 && !isChosen) return null;
  return (
    <div class="filters-pairs">
      <Choice
        label={t('queue.form')}
        value={filters.scorecard_id ?? ''}
        choices={[['', t('queue.form.any')], ...items.map(({ id, name }) => [id, name] as const)]}
        onValue={(scorecard_id) =>
          onFilters(
            scorecard_id === ''
              ? { scorecard_id, outcome: undefined, score_min: undefined, score_max: undefined }
              : { scorecard_id },
          )
        }
      />
      {isChosen && (
        <>
          <Choice
            label={t('calls.form.outcome')}
            value={filters.outcome ?? ''}
            choices={[
              ['', t('calls.form.outcome.any')],
              ...OUTCOMES.map((one) => [one, t(`forms.outcome.${one}`)] as const),
            ]}
            onValue={(outcome) => onFilters({ outcome })}
          />
          <Scores filters={filters} onFilters={onFilters} stem="score" name={t('calls.form.score')} />
        </>
      )}
    </div>
  );
}

/** The team's own keys and values. */
function OwnData({ filters, onFilters }: FiltersProps) {
  const [rows, setRows] = useState(() => {
    const given = metadataIn(filters).map(([key, value]) => ({ key, value }));
    return given.length > 0 ? given : [{ key: '', value: '' }];
  });
  const change = (index: number, by: { readonly key?: string; readonly value?: string }) => {
    const next = rows.map((row, at) => (at === index ? { ...row, ...by } : row));
    setRows(next);
    onFilters(
      withMetadata(
        filters,
        next.map(({ key, value }) => [key, value]),
      ),
    );
  };
  return (
    <fieldset class="own-data">
      <legend>{t('calls.metadata')}</legend>
      {rows.map(({ key, value }, index) => (
        <div class="own-data-row" key={index}>
          <Later
            label={t('calls.metadata.key')}
            name="key"
            value={key}
            onValue={(next) => change(index, { key: next })}
          />
          <Later
            label={t('calls.metadata.value')}
            name="value"
            value={value}
            onValue={(next) => change(index, { value: next })}
          />
        </div>
      ))}
      {rows.length < MAX_METADATA && (
        <button type="button" class="link" onClick={() => setRows([...rows, { key: '', value: '' }])}>
          {t('calls.metadata.add')}
        </button>
      )}
    </fieldset>
  );
}
