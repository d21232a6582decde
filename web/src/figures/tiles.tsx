// Totals of a time range, each figure with its change against the previous period.
import type { ComponentChildren } from 'preact';
import type { CallFigures } from '../../../clients/typescript/src/browser.js';
import { locale } from '../page/preferences.js';
import { number, t } from '../texts/texts.js';
import { type Change, changeOf, changeOfShares, type Figure, isComparable, ofMean, ofRate, shareOf } from './figure.js';
import type { Range } from './range.js';
import { ChangeText, FigureText, type Scale, signed } from './score.tsx';
import type { Floor } from './use-floor.js';
import { dayIn } from './zone.js';

interface TilesProps {
  readonly floor: Floor;
  readonly range: Range;
  readonly children?: ComponentChildren;
}

export function Tiles({ floor: { totals, before }, range, children }: TilesProps) {
  const was = before?.totals ?? null;
  const { change } = totals;
  const isRunning = range.isRunning;
  return (
    <>
      <dl class="head-figures" aria-label={t('day.figures')}>
        <CountTile name={t('day.calls')} now={totals.calls} was={was?.calls} isRunning={isRunning} />
        <CountTile name={t('day.minutes')} now={totals.audio_minutes} was={was?.audio_minutes} isRunning={isRunning} />
        <FigureTile
          name={t('calls.compliance')}
          of={ofMean(totals.compliance_score)}
          was={was && ofMean(was.compliance_score)}
          change={changeOf(change?.compliance_score)}
          scale="points"
        />
        <FigureTile
          name={t('calls.quality')}
          of={ofMean(totals.quality_score)}
          was={was && ofMean(was.quality_score)}
          change={changeOf(change?.quality_score)}
          scale="points"
        />
        <FigureTile
          name={t('day.passed')}
          of={ofRate(totals.pass_rate)}
          was={was && ofRate(was.pass_rate)}
          change={changeOf(change?.pass_rate, 100)}
          scale="percent"
        />
        <ShareTile name={t('day.flagged')} now={totals} was={was} of="flagged" />
        <ShareTile name={t('day.reviewed')} now={totals} was={was} of="reviewed" />
        {children}
      </dl>
      {before && (
        <p class="soft small">
          {t('day.compared', { days: daysBetween(before.from, before.to, range.zone) })}{' '}
          {isRunning && t('day.compared.running')}
        </p>
      )}
    </>
  );
}

function daysBetween(after: number, until: number, zone: string): string {
  const days = [after + 1, until].map((at) => new Date(`${dayIn(zone, new Date(at * 1000))}T00:00:00Z`));
  const [first = new Date(0), last = first] = days;
  return new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', dateStyle: 'medium' }).formatRange(first, last);
}

interface CountTileProps {
  readonly name: string;
  readonly now: number;
  readonly was: number | undefined;
  /** True while the range is running: a comparison would mean nothing yet. */
  readonly isRunning: boolean;
}

function CountTile({ name, now, was, isRunning }: CountTileProps) {
  const whole = { maximumFractionDigits: 0 };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{number(now, whole)}</strong>
        {was !== undefined && (
          <span class="change small">
            {!isRunning && `${signed(Math.round(now) - Math.round(was))} `}
            <span class="soft">{t('day.before', { value: number(was, whole) })}</span>
          </span>
        )}
      </dd>
    </div>
  );
}

interface FigureTileProps {
  readonly name: string;
  readonly of: Figure;
  readonly was: Figure | null;
  readonly change: Change | null;
  readonly scale: Scale;
}

function FigureTile({ name, of, was, change, scale }: FigureTileProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <FigureText of={of} scale={scale} />
        {change && was && <ChangeText of={change} isFew={!isComparable(of) || !isComparable(was)} />}
      </dd>
    </div>
  );
}

interface ShareTileProps {
  readonly name: string;
  readonly now: CallFigures;
  readonly was: CallFigures | null;
  readonly of: 'flagged' | 'reviewed';
}

/** Number of calls, and their share of all calls. */
function ShareTile({ name, now, was, of }: ShareTileProps) {
  const [share, before] = [shareOf(now[of], now.calls), was && shareOf(was[of], was.calls)];
  const change = before && changeOfShares(share, before);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{number(now[of])}</strong>{' '}
        {share.value !== null && (
          <span class="small is-share">
            <FigureText of={share} scale="percent" />
          </span>
        )}
        {change && before && <ChangeText of={change} isFew={!isComparable(share) || !isComparable(before)} />}
      </dd>
    </div>
  );
}
