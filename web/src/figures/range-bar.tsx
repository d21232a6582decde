// Controls for days, time zone, mode and comparison. All values are in the URL.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Choice, Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { go, to } from '../routing/router.js';
import { t, timeZone } from '../texts/texts.js';
import type { FloorFilters } from './filters.js';
import { LENGTHS, ofDays, ofLength, ofMonth, type Range, shifted } from './range.js';
import { dayIn, isDay } from './zone.js';

interface RangeBarProps {
  /** Path of the view. */
  readonly path: string;
  readonly filters: FloorFilters;
  readonly range: Range;
  readonly children?: ComponentChildren;
}

export function RangeBar({ path, filters, range, children }: RangeBarProps) {
  const now = new Date();
  const at = (change: FloorFilters) => to(path, { ...filters, ...change });
  const change = (by: FloorFilters) => go(at(by));
  return (
    <search class="filters day-bar" aria-label={t('day.bar')}>
      <Lengths range={range} at={at} now={now} />
      <Steps range={range} at={at} now={now} />
      <Days key={range.kind} range={range} onDays={change} now={now} />
      <Choice
        label={t('day.zone')}
        value={range.zone}
        choices={zonesOf(range.zone)}
        onValue={(zone) => change({ zone: zone === timeZone() ? undefined : zone })}
      />
      <Choice
        label={t('day.time')}
        value={filters.time === 'call' ? 'call' : 'created'}
        choices={[
          ['created', t('day.time.created')],
          ['call', t('day.time.call')],
        ]}
        onValue={(time) => change({ time: time === 'call' ? time : undefined })}
      />
      <Choice
        label={t('day.compare')}
        value={filters.compare === 'none' ? 'none' : 'previous'}
        choices={[
          ['previous', t('day.compare.previous')],
          ['none', t('day.compare.none')],
        ]}
        onValue={(compare) => change({ compare: compare === 'none' ? compare : undefined })}
      />
      {children}
    </search>
  );
}

interface PlaceProps {
  readonly range: Range;
  readonly at: (change: FloorFilters) => string;
  readonly now: Date;
}

function Lengths({ range, at, now }: PlaceProps) {
  const ways = [
    ...LENGTHS.map((length) => [length, t(`day.length.${length}`), ofLength(length)] as const),
    ['month', t('day.length.month'), ofMonth(range.zone, now)] as const,
    ['custom', t('day.length.custom'), ofDays(range.first, range.last)] as const,
  ];
  return (
    <div class="day-lengths">
      {ways.map(([kind, name, place]) => (
        <a key={kind} class="day-length" href={at(place)} aria-current={range.kind === kind ? 'true' : undefined}>
          {name}
        </a>
      ))}
    </div>
  );
}

function Steps({ range, at, now }: PlaceProps) {
  const [earlier, later] = [shifted(range, -1, now), shifted(range, 1, now)];
  return (
    <>
      {earlier && (
        <a class="button second" href={at(earlier)} aria-label={t('day.earlier')}>
          <Icon name="back" />
        </a>
      )}
      {later && (
        <a class="button second" href={at(later)} aria-label={t('day.later')}>
          <Icon name="ahead" />
        </a>
      )}
    </>
  );
}

interface DaysProps {
  readonly range: Range;
  readonly onDays: (change: FloorFilters) => void;
  readonly now: Date;
}

/** Fields for the days. A range of fixed length has only its last day; a custom range has its first day too. */
function Days({ range, onDays, now }: DaysProps) {
  const { kind, first, last } = range;
  if (kind === 'month') return null;
  if (kind === 'custom')
    return (
      <>
        <Day label={t('calls.from')} name="from" given={first} onDay={(day) => onDays(ofDays(day, last))} />
        <Day label={t('calls.until')} name="until" given={last} onDay={(day) => onDays(ofDays(first, day))} />
      </>
    );
  const until = (day: string) => onDays({ ...ofLength(kind), until: day === dayIn(range.zone, now) ? undefined : day });
  return <Day label={kind === 1 ? t('day.day') : t('day.until')} name="until" given={last} onDay={until} />;
}

interface DayProps {
  readonly label: string;
  readonly name: string;
  readonly given: string;
  readonly onDay: (day: string) => void;
}

/** While a year is typed, the field contains days of other centuries: they are ignored, and stay in the field. */
function Day({ label, name, given, onDay }: DayProps) {
  const [typed, setTyped] = useState(given);
  const before = useRef(given);
  if (before.current !== given) {
    before.current = given;
    if (typed !== given) setTyped(given);
  }
  const type = (day: string) => {
    setTyped(day);
    if (isDay(day)) onDay(day);
  };
  return <Field label={label} name={name} type="date" value={typed} onValue={type} />;
}

/** Time zones to choose from: that of the browser, UTC, and the one in the URL. */
function zonesOf(zone: string): readonly (readonly [zone: string, name: string])[] {
  const own = timeZone();
  return [...new Set([own, 'UTC', zone])].map((one) => [one, one === own ? t('day.zone.own', { zone: one }) : one]);
}
