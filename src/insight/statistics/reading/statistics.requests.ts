import { AnalysisFilterFields } from '../../../calls/analysis.requests.js';
import { MESSAGES, valueError } from '../../../platform/errors/validation-messages.js';
import { defineField } from '../../../platform/http/validation/define-field.js';
import { accept, type Problem, reject } from '../../../platform/http/validation/field-rules.js';
import { Flag, Moment, OneOf, Text, Whole } from '../../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../../platform/http/validation/object-rules.js';
import { separatedList } from '../../../platform/http/validation/separated-list.js';
import { GROUPING_NAMES, type Grouping, groupingFault, groupingOf, SUBJECTS, type Subject } from './groupings.js';
import { isTimeZone } from './time-zones.js';

export const TIME_AXES = ['created', 'call'] as const;
export type TimeAxis = (typeof TIME_AXES)[number];

const GROUP_BY = {
  description:
    'One grouping, or two separated by a comma; none gives one row. Of all: `agent`, `contact`, `day`, `week`, ' +
    '`month`, `language`, `direction`, `metadata:KEY`. Of calls also `violation` (a call is counted in the row ' +
    'of each violated rule). Of evaluations also `scorecard`. Of answers also `scorecard` and `question`, which ' +
    'the key of each row always contains.',
  example: 'agent,week',
  optional: true,
} as const;

/** The handler receives the groupings. */
const GroupBy = () =>
  defineField(GROUP_BY, { type: 'string' }, (value) => {
    if (typeof value !== 'string') return reject('string_type', MESSAGES.string_type);
    if (value === '') return accept([]);
    const names = separatedList(value);
    const groupings = names.flatMap((name) => (typeof name === 'string' ? (groupingOf(name) ?? []) : []));
    return groupings.length === names.length ? accept(groupings) : reject('value_error', valueError(UNKNOWN_GROUPING));
  });

const UNKNOWN_GROUPING = `a grouping is one of ${GROUPING_NAMES.join(', ')} or metadata: with one of your own keys`;

/** A member may be missing, or of a wrong type. */
function findFaults(input: Readonly<Record<string, unknown>>): Problem[] {
  return [
    ...(objectRulesOf(AnalysisFilterFields).findFaults?.(input) ?? []),
    ...groupByFaults(input),
    ...ofTeamFaults(input),
  ];
}

function groupByFaults({ of, group_by: groupBy }: Readonly<Record<string, unknown>>): Problem[] {
  const subject = SUBJECTS.find((one) => one === (of ?? 'calls'));
  const names = typeof groupBy === 'string' && groupBy !== '' ? separatedList(groupBy) : [];
  const groupings = names.flatMap((name) => (typeof name === 'string' ? (groupingOf(name) ?? []) : []));
  const fault = subject && groupings.length === names.length ? groupingFault(groupings, subject) : null;
  return fault === null ? [] : [{ type: 'value_error', msg: valueError(fault), path: ['group_by'] }];
}

/** Members that narrow to so few calls that figures of a team would tell of one agent. */
function ofTeamFaults(input: Readonly<Record<string, unknown>>): Problem[] {
  if (input.of_team !== true && input.of_team !== 'true') return [];
  const narrow = Object.keys(input).find((name) => !WITH_OF_TEAM.has(name) && isGiven(input[name]));
  const fault = narrow ?? (input.of === 'answers' ? 'of=answers' : null);
  return fault === null
    ? []
    : [{ type: 'value_error', msg: valueError(`figures of a team have no ${fault}`), path: ['of_team'] }];
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

const WITH_OF_TEAM: ReadonlySet<string> = new Set([
  'of_team',
  'of',
  'time',
  'timezone',
  'compare',
  'livemode',
  'created_after',
  'created_before',
  'call_after',
  'call_before',
] satisfies (keyof StatisticsQuery)[]);

/** Filters, and what is made of the calls that pass them. */
@ObjectWith({ findFaults })
export class StatisticsQuery extends AnalysisFilterFields {
  @OneOf(SUBJECTS, {
    description:
      '`calls`: completed calls. `evaluations`: completed evaluations. `answers`: the answers of those ' +
      'evaluations. Evaluations ' +
      'that a correction of the transcript superseded count nowhere.',
    default: 'calls',
    example: 'calls',
  })
  of: Subject;

  @Flag({
    description:
      'For a member with the role `agent`, who sees figures of the own calls: `true` returns those of all calls of ' +
      'the member’s teams, or of the account. They have no names, take no groupings and no filters other than ' +
      'times, and are empty if fewer than three agents have calls. For other callers it has no effect.',
    example: true,
    optional: true,
  })
  of_team?: boolean | null;

  @GroupBy()
  group_by?: readonly Grouping[] | null;

  @OneOf(TIME_AXES, {
    description:
      'Time by which calls are counted: `created` (submission of the call), or `call` (start of the call, as ' +
      'submitted; calls without one are not counted).',
    default: 'created',
    example: 'created',
  })
  time: TimeAxis;

  @Text({
    description: 'Name of a time zone of the IANA database: where the days, weeks and months begin. If omitted: `UTC`.',
    max: 64,
    example: 'Europe/Berlin',
    optional: true,
    findFault: (zone) => (isTimeZone(zone) ? null : 'the time zone is not known'),
  })
  timezone?: string | null;

  @OneOf(['previous'], {
    description:
      '`previous` adds to each row its `change` against the previous period: the same number of days, or whole ' +
      'months if the requested period is whole months. Days, weeks and months are compared by position.',
    example: 'previous',
    optional: true,
  })
  compare?: 'previous' | null;

  @Whole({
    description: 'Only evaluations by a revision of this number; only calls that have one.',
    min: 1,
    max: 200,
    example: 3,
    optional: true,
  })
  revision?: number | null;

  @Moment({
    description:
      'Unix seconds: only calls whose `created` is greater. ISO 8601 is accepted too. Without a start, the ' +
      'figures cover 30 days of the time zone.',
    example: 1790000000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_after?: Date | null;

  @Moment({
    description:
      'Unix seconds: only calls whose `created` is not greater. ISO 8601 is accepted too. Without an end, the ' +
      'figures end now.',
    example: 1792592000,
    optional: true,
    spelling: 'unix-seconds',
  })
  declare created_before?: Date | null;

  @Flag({
    description:
      '`true`: of live mode. `false`: of test mode. If omitted: the mode of the API key; with an access token, ' +
      'live.',
    example: true,
    optional: true,
  })
  declare livemode?: boolean | null;
}
