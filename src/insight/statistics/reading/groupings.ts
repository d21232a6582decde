// Groupings of figures, and their subjects.

export const SUBJECTS = ['calls', 'evaluations', 'answers'] as const;
export type Subject = (typeof SUBJECTS)[number];

export const CALENDAR_UNITS = ['day', 'week', 'month'] as const;
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

const OF_ALL: readonly Subject[] = SUBJECTS;

/** Subjects that can be grouped by each name. */
const GROUPED_BY = {
  agent: OF_ALL,
  contact: OF_ALL,
  day: OF_ALL,
  week: OF_ALL,
  month: OF_ALL,
  language: OF_ALL,
  direction: OF_ALL,
  // A call may have evaluations by several scorecards: its figures would be in several rows.
  scorecard: ['evaluations', 'answers'],
  question: ['answers'],
  violation: ['calls'],
} as const satisfies Readonly<Record<string, readonly Subject[]>>;

export const GROUPING_NAMES = Object.keys(GROUPED_BY);

export type Grouping =
  | { readonly kind: keyof typeof GROUPED_BY; readonly name: string }
  | { readonly kind: 'metadata'; readonly name: string; readonly metadataKey: string };

export const MAX_GROUPINGS = 2;

const METADATA = 'metadata:';
const MAX_METADATA_KEY_CHARACTERS = 40;

/** Null for an unknown name. */
export function groupingOf(name: string): Grouping | null {
  if (isGroupingName(name)) return { kind: name, name };
  const metadataKey = name.startsWith(METADATA) ? name.slice(METADATA.length) : '';
  return metadataKey === '' || [...metadataKey].length > MAX_METADATA_KEY_CHARACTERS
    ? null
    : { kind: 'metadata', name, metadataKey };
}

/** Sentence for the client; null where the groupings can be combined with each other and with the subject. */
export function groupingFault(groupings: readonly Grouping[], of: Subject): string | null {
  if (groupings.length > MAX_GROUPINGS) return `at most ${MAX_GROUPINGS} groupings are taken`;
  if (new Set(groupings.map(({ name }) => name)).size < groupings.length) return 'each grouping is taken once';
  if (groupings.filter(isCalendar).length > 1) return 'of day, week and month one is taken';
  const unfit = groupings.find((one) => one.kind !== 'metadata' && !subjectsOf(one.kind).includes(of));
  return unfit ? `${of} cannot be grouped by ${unfit.name}` : null;
}

export const isCalendar = (one: Grouping): one is Grouping & { readonly kind: CalendarUnit } =>
  CALENDAR_UNITS.some((unit) => unit === one.kind);

const isGroupingName = (name: string): name is keyof typeof GROUPED_BY => Object.hasOwn(GROUPED_BY, name);

const subjectsOf = (kind: keyof typeof GROUPED_BY): readonly Subject[] => GROUPED_BY[kind];
