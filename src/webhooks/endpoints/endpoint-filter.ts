// Events that can match a filter at all.
import { EVENT_TABLE, WEBHOOK_EVENTS, type WebhookEvent } from '../event-table.js';
import { EVERY_EVENT } from './endpoint.js';

type Subject = (typeof EVENT_TABLE)[WebhookEvent]['subject'];

/** Subjects with which each member of a filter can be compared. */
const FITTING: Readonly<Record<'agent_id' | 'scorecard_id' | 'metadata', readonly Subject[]>> = {
  agent_id: ['analysis', 'evaluation', 'dispute'],
  scorecard_id: ['evaluation', 'dispute', 'rescore', 'calibration', 'judge_change'],
  metadata: ['analysis', 'evaluation', 'dispute'],
};
type Member = keyof typeof FITTING;

/**
 * Member of the filter that none of the events matches, alone or with the members before it; null where there is none.
 * @param events events as the client sent them; their own faults are reported elsewhere
 */
export function neverFits(events: unknown, filter: unknown): Member | null {
  if (!Array.isArray(events) || typeof filter !== 'object' || filter === null) return null;
  const asked = WEBHOOK_EVENTS.filter((event) => events.includes(EVERY_EVENT) || events.includes(event));
  let subjects = asked.map((event): Subject => EVENT_TABLE[event].subject);
  if (subjects.length === 0) return null;
  for (const member of ['agent_id', 'metadata', 'scorecard_id'] as const) {
    if (!(member in filter) || (filter as Record<Member, unknown>)[member] === null) continue;
    subjects = subjects.filter((subject) => FITTING[member].includes(subject));
    if (subjects.length === 0) return member;
  }
  return null;
}
