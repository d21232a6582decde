// Counts once more what the service answers, call by call and with plain objects. Days are found with the calendar that Intl
// shows, by stepping through the time.
import type { Interval } from './figures/interval-from-scratch.js';
import { changeOf, meanInterval, meanOf, medianOf, rateInterval } from './figures/interval-from-scratch.js';
import { ODD_KEY, OUTCOMES, type RandomStore, type StoredCall, type StoredEvaluation } from './random-store.js';

export interface Asked {
  readonly of: 'calls' | 'evaluations' | 'answers';
  readonly groupings: readonly string[];
  readonly axis: 'created' | 'call';
  readonly zone: string;
  readonly livemode: boolean;
  /** Milliseconds, half-open. */
  readonly start: number;
  readonly end: number;
  readonly compares: boolean;
  readonly agent?: string;
  readonly contact?: string;
  readonly language?: string;
  readonly direction?: string;
  readonly team?: string;
  readonly odd?: string;
  readonly flagged?: boolean;
  readonly reviewed?: boolean;
  readonly violation?: string;
  readonly complianceMin?: number;
  readonly durationMax?: number;
  readonly scorecard?: string;
  readonly outcome?: string;
  readonly revision?: number;
}

export interface Counted {
  readonly rows: readonly object[];
  readonly totals: object;
}

type Key = readonly (string | null)[];

/** What is counted: a call, with the evaluations that count, or one evaluation, or one answer. */
interface One {
  readonly key: Key;
  readonly call: StoredCall;
  readonly evaluation?: StoredEvaluation;
  readonly question?: string;
}

const CALENDAR = ['day', 'week', 'month'];

export function countFromScratch(store: RandomStore, asked: Asked): Counted {
  const now = onesOf(store, asked);
  const previous = asked.compares ? { ...asked, ...previousOf(asked) } : null;
  const before = previous && onesOf(store, previous);
  const places = bucketsOf(asked);
  const placesBefore = previous ? bucketsOf(previous) : [];
  const calendar = asked.groupings.findIndex((name) => CALENDAR.includes(name));
  const asBefore = (key: Key) =>
    key.map((value, place) => (place === calendar ? (placesBefore[places.indexOf(String(value))] ?? '?') : value));
  const rows = keysOf(now, asked, places, calendar).map((key) => ({
    key: Object.fromEntries(namesOf(asked).map((name, place) => [name, key[place] ?? null])),
    ...figures(asked, withKey(now, key), before && withKey(before, asBefore(key))),
  }));
  return { rows, totals: totalsOf(asked, now, before) };
}

const namesOf = ({ of, groupings }: Asked) =>
  of === 'answers' ? [...new Set([...groupings, 'scorecard', 'question'])] : groupings;

const same = (a: Key, b: Key) => JSON.stringify(a) === JSON.stringify(b);
const withKey = (ones: readonly One[], key: Key) => ones.filter((one) => same(one.key, key));

/** A call in several rows counts once. */
function totalsOf(asked: Asked, now: readonly One[], before: readonly One[] | null) {
  const once = (ones: readonly One[]) =>
    ones.filter((one, place) => asked.of !== 'calls' || ones.findIndex(({ call }) => call === one.call) === place);
  const { answers, low_n, ...totals } = figures(asked, once(now), before && once(before)) as {
    answers?: unknown;
    low_n?: unknown;
  };
  return asked.of === 'answers' ? totals : { ...totals, low_n };
}

/** Of every value that is there with every day, week or month, in order. */
function keysOf(ones: readonly One[], asked: Asked, places: readonly string[], calendar: number): Key[] {
  const keys: Key[] = [];
  const add = (key: Key) => {
    if (!keys.some((one) => same(one, key))) keys.push(key);
  };
  for (const { key } of ones)
    for (const place of calendar < 0 ? [null] : places) add(key.map((value, i) => (i === calendar ? place : value)));
  if (asked.of !== 'answers' && asked.groupings.length === 1 && calendar === 0)
    for (const place of places) add([place]);
  if (asked.of !== 'answers' && asked.groupings.length === 0) add([]);
  const order = (a: string | null, b: string | null) => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  };
  return keys.toSorted((a, b) => a.map((value, i) => order(value, b[i] ?? null)).find((one) => one !== 0) ?? 0);
}

function onesOf({ calls }: RandomStore, asked: Asked): One[] {
  const passing = calls.filter((call) => call.status === 'completed' && passes(call, asked));
  if (asked.of === 'calls') {
    // A call of the other mode stands here for its evaluations alone.
    const counted = passing.filter(
      (call) => isOfMode(call, asked) || passesOf(call.evaluations.filter((one) => counts(one, asked))).length > 0,
    );
    return counted.flatMap((call) => keysOfCall(call, asked).map((key) => ({ key, call })));
  }
  return passing.flatMap((call) =>
    call.evaluations
      .filter(
        (evaluation) =>
          counts(evaluation, asked) && (asked.outcome === undefined || evaluation.outcome === asked.outcome),
      )
      .flatMap((evaluation) =>
        asked.of === 'evaluations'
          ? [{ key: keyOf(call, evaluation, null, asked.groupings, asked), call, evaluation }]
          : evaluation.answers.map(({ question }) => ({
              key: keyOf(call, evaluation, question, namesOf(asked), asked),
              call,
              evaluation,
              question,
            })),
      ),
  );
}

const isOfMode = ({ livemode }: StoredCall, asked: Asked) => livemode === asked.livemode;

function keysOfCall(call: StoredCall, asked: Asked): Key[] {
  const place = asked.groupings.indexOf('violation');
  const key = keyOf(call, null, null, asked.groupings, asked);
  if (place < 0) return [key];
  const rules = call.violations.length === 0 ? [null] : [...new Set(call.violations)];
  return rules.map((rule) => key.with(place, rule));
}

function keyOf(
  call: StoredCall,
  evaluation: StoredEvaluation | null,
  question: string | null,
  names: readonly string[],
  asked: Asked,
): Key {
  const at = timeOf(call, asked) ?? 0;
  const values: Readonly<Record<string, string | number | null>> = {
    agent: call.agent,
    contact: call.contact,
    language: call.language,
    direction: call.direction,
    day: dayOf(at, asked.zone),
    week: weekOf(at, asked.zone),
    month: dayOf(at, asked.zone).slice(0, 7),
    scorecard: evaluation?.scorecardId ?? null,
    question,
    violation: null,
    'metadata:team': call.metadata.team ?? null,
    [`metadata:${ODD_KEY}`]: call.metadata[ODD_KEY] ?? null,
  };
  return names.map((name) => (values[name] === null || values[name] === undefined ? null : String(values[name])));
}

const timeOf = (call: StoredCall, { axis }: Asked) => (axis === 'created' ? call.createdAt : call.startedAt);

function passes(call: StoredCall, asked: Asked): boolean {
  const at = timeOf(call, asked);
  const wanted: readonly (readonly [unknown, unknown])[] = [
    [asked.agent, call.agent],
    [asked.contact, call.contact],
    [asked.language, call.language],
    [asked.direction, call.direction],
    [asked.team, call.metadata.team],
    [asked.odd, call.metadata[ODD_KEY]],
    [asked.flagged, call.flagged],
    [asked.reviewed, call.reviewed],
  ];
  return (
    at !== null &&
    at >= asked.start &&
    at < asked.end &&
    wanted.every(([value, has]) => value === undefined || value === has) &&
    (asked.violation === undefined || call.violations.includes(asked.violation)) &&
    (asked.complianceMin === undefined || (call.compliance !== null && call.compliance >= asked.complianceMin)) &&
    (asked.durationMax === undefined || call.durationMs <= asked.durationMax * 1000) &&
    (asked.of !== 'calls' || isJudgedSo(call, asked))
  );
}

/** Of the newest evaluation by the scorecard. */
function isJudgedSo(call: StoredCall, asked: Asked): boolean {
  if (asked.revision !== undefined && !call.evaluations.some((one) => counts(one, asked))) return false;
  if (asked.scorecard === undefined) return true;
  const [newest] = call.evaluations
    .filter((one) => one.scorecardId === asked.scorecard && one.status === 'completed' && !one.superseded)
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  return newest !== undefined && (asked.outcome === undefined || newest.outcome === asked.outcome);
}

const counts = (one: StoredEvaluation, { livemode, scorecard, revision }: Asked) =>
  one.status === 'completed' &&
  !one.superseded &&
  one.livemode === livemode &&
  (scorecard === undefined || one.scorecardId === scorecard) &&
  (revision === undefined || one.revision === revision);

function figures(asked: Asked, now: readonly One[], before: readonly One[] | null): object {
  if (asked.of === 'calls') return callFigures(asked, now, before);
  return asked.of === 'evaluations' ? evaluationFigures(now, before) : answerFigures(now, before);
}

const present = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const count = <T>(values: readonly T[], is: (value: T) => boolean) => values.filter(is).length;
const tally = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].map((name) => [name, count(names, (one) => one === name)]));

const mean = (values: readonly number[]) => ({
  mean: meanOf(values),
  ci: meanInterval(values),
  median: medianOf(values),
  n: values.length,
});

const rate = (hits: readonly number[]): { value: number | null; ci: Interval; n: number } => ({
  value: meanOf(hits),
  ci: rateInterval(
    count(hits, (hit) => hit === 1),
    hits.length,
  ),
  n: hits.length,
});

/** A one for each that passed, a zero for each that failed. */
const passesOf = (evaluations: readonly StoredEvaluation[]) =>
  evaluations.flatMap(({ outcome }) =>
    outcome === 'passed' ? [1] : outcome === 'failed' || outcome === 'auto_failed' ? [0] : [],
  );

const isLow = (means: readonly { readonly n: number }[], passed: { readonly n: number }) =>
  means.some(({ n }) => n < 10) || (passed.n > 0 && passed.n < 10);

const plain = (value: number) => ({ value, ci: null });

function callFigures(asked: Asked, now: readonly One[], before: readonly One[] | null) {
  const part = (ones: readonly One[]) => {
    const all = ones.map(({ call }) => call);
    const calls = all.filter((call) => isOfMode(call, asked));
    return {
      calls,
      minutes: calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000,
      compliance: present(calls.map(({ compliance }) => compliance)),
      quality: present(calls.map(({ quality }) => quality)),
      passed: passesOf(all.flatMap(({ evaluations }) => evaluations.filter((one) => counts(one, asked)))),
    };
  };
  const { calls, minutes, compliance, quality, passed } = part(now);
  const was = before && part(before);
  return {
    calls: calls.length,
    audio_minutes: minutes,
    compliance_score: mean(compliance),
    quality_score: mean(quality),
    pass_rate: rate(passed),
    violations: tally(calls.flatMap(({ violations }) => violations)),
    not_assessable: calls.reduce((sum, { notAssessable }) => sum + notAssessable, 0),
    flagged: count(calls, ({ flagged }) => flagged),
    reviewed: count(calls, ({ reviewed }) => reviewed),
    overruled: count(calls, ({ overruled }) => overruled),
    low_n: isLow([mean(compliance), mean(quality)], rate(passed)),
    ...(was && {
      change: {
        calls: plain(calls.length - was.calls.length),
        audio_minutes: plain(minutes - was.minutes),
        compliance_score: changeOf(compliance, was.compliance),
        quality_score: changeOf(quality, was.quality),
        pass_rate: changeOf(passed, was.passed),
      },
    }),
  };
}

const evaluationsOf = (ones: readonly One[]) => ones.flatMap(({ evaluation }) => (evaluation ? [evaluation] : []));

function evaluationFigures(now: readonly One[], before: readonly One[] | null) {
  const [evaluations, was] = [evaluationsOf(now), before && evaluationsOf(before)];
  const scores = present(evaluations.map(({ score }) => score));
  const passed = passesOf(evaluations);
  return {
    evaluations: evaluations.length,
    score: mean(scores),
    pass_rate: rate(passed),
    coverage: meanOf(evaluations.map(({ coverage }) => coverage)),
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, count(evaluations, (one) => one.outcome === outcome)]),
    ),
    reviewed: count(evaluations, ({ reviewed }) => reviewed),
    overruled: count(evaluations, ({ overruled }) => overruled),
    low_n: isLow([mean(scores)], rate(passed)),
    ...(was && {
      change: {
        evaluations: plain(evaluations.length - was.length),
        score: changeOf(scores, present(was.map(({ score }) => score))),
        pass_rate: changeOf(passed, passesOf(was)),
      },
    }),
  };
}

function answerFigures(now: readonly One[], before: readonly One[] | null) {
  const given = (ones: readonly One[]) =>
    ones.flatMap(({ evaluation, question }) => evaluation?.answers.find((one) => one.question === question) ?? []);
  const answered = (ones: readonly One[]) =>
    given(ones).flatMap(({ state, answer }) => (state === 'answered' && answer ? [answer] : []));
  const states = given(now).map(({ state }) => state);
  const answers = answered(now);
  const hits = (all: readonly string[], answer: string) => all.map((one) => (one === answer ? 1 : 0));
  return {
    ...Object.fromEntries(
      ['answered', 'na', 'not_assessable', 'awaiting_human', 'skipped'].map((name) => [
        name,
        count(states, (state) => state === name),
      ]),
    ),
    answers: [...new Set(answers)].toSorted().map((answer) => ({
      answer,
      count: count(answers, (one) => one === answer),
      share: rate(hits(answers, answer)),
      ...(before && { change: changeOf(hits(answers, answer), hits(answered(before), answer)) }),
    })),
    low_n: answers.length < 10,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2025-11-25`, as the clocks of the zone show it. */
export function dayOf(at: number, zone: string): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  formats.set(zone, format);
  return format.format(at);
}

function weekOf(at: number, zone: string): string {
  const day = new Date(`${dayOf(at, zone)}T12:00:00Z`);
  // To the Thursday of the week; the week with the 4th of January is the first.
  day.setUTCDate(day.getUTCDate() + 4 - (day.getUTCDay() || 7));
  const days = (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${day.getUTCFullYear()}-W${String(Math.ceil((days + 0.5) / 7)).padStart(2, '0')}`;
}

const STEP = 900_000;

function bucketsOf({ groupings, zone, start, end }: Asked): string[] {
  const unit = groupings.find((name) => CALENDAR.includes(name));
  const keys = new Set<string>();
  const nameOf = (at: number) => {
    if (unit === 'week') return weekOf(at, zone);
    return unit === 'day' ? dayOf(at, zone) : dayOf(at, zone).slice(0, 7);
  };
  if (unit === undefined || end <= start) return [];
  for (let at = start; at < end; at += STEP) keys.add(nameOf(at));
  return [...keys.add(nameOf(end - 1))];
}

/** The first quarter of an hour that has this day. */
export function startOf(day: string, zone: string): number {
  let at = Date.parse(`${day}T00:00:00Z`) - 26 * 3_600_000;
  while (dayOf(at, zone) < day) at += STEP;
  return at;
}

function previousOf({ start, end, zone }: Asked): { start: number; end: number } {
  const isMidnight = (at: number) => dayOf(at, zone) !== dayOf(at - 1, zone);
  if (!isMidnight(start) || !isMidnight(end)) return { start: start - (end - start), end: start };
  const [from, to] = [dayOf(start, zone), dayOf(end, zone)];
  const date = new Date(`${from}T00:00:00Z`);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (from.endsWith('-01') && to.endsWith('-01')) {
    const months =
      (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));
    date.setUTCMonth(date.getUTCMonth() - months);
  } else date.setUTCDate(date.getUTCDate() - days);
  return { start: startOf(date.toISOString().slice(0, 10), zone), end: start };
}
