// The table of events against the two places that the compiler cannot compare with it: the database, and what a rescore can ask
// for.
import { describe, expect, it } from 'vitest';
import { RESCORE_EVENTS } from '../../src/scorecards/rescores/rescore-events.js';
import { detailOf, EVENT_TABLE, WEBHOOK_EVENTS, type WebhookEvent } from '../../src/webhooks/event-table.js';
import { REDACTION_EVENTS } from '../../src/wire/redaction-job.response.js';
import { setUpWebhooks, type WebhookApp } from '../support/apps/webhook-app.js';

describe('the table of events', () => {
  let service: WebhookApp;
  setUpWebhooks({ sends: false }, (given) => {
    ({ service } = given);
  });

  it('holds the events that the database takes, each with its subject, and no other', async () => {
    const [check] = await service.sql.query(
      `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'webhook_delivery_event_check'`,
    );
    const taken = [...String(check.definition).matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, event]) => event);
    expect(taken.toSorted()).toEqual(WEBHOOK_EVENTS.toSorted());
    for (const event of WEBHOOK_EVENTS) {
      const { subject } = EVENT_TABLE[event];
      // The row of a dispute's event belongs to the analysis, and names the dispute.
      const column = subject === 'dispute' ? 'analysis_id' : `${subject}_id`;
      const accepted = await service.sql.query(`SELECT ${definitionFor(check.definition, event, column)} AS accepted`);
      expect(accepted, event).toEqual([{ accepted: true }]);
    }
  });

  it('holds what a rescore can ask for', () => {
    expect(WEBHOOK_EVENTS.filter((event) => EVENT_TABLE[event].askedBy === 'rescore')).toEqual([...RESCORE_EVENTS]);
  });

  it('holds what a job that masks stored calls can ask for', () => {
    const asked = WEBHOOK_EVENTS.filter((event) => EVENT_TABLE[event].askedBy === 'redaction');
    expect(asked).toEqual([...REDACTION_EVENTS]);
  });
});

/** The condition of the check with values in place of its columns: `column` alone is set, and the detail of an event with one. */
function definitionFor(definition: string, event: WebhookEvent, column: string): string {
  return definition
    .replace(/^CHECK /, '')
    .replace(/ NOT VALID$/, '')
    .replaceAll(
      /\b(?:analysis|evaluation|rescore|redaction|export|batch|calibration|judge_change|hold|erasure)_id\b/g,
      (name) => (name === column ? '1' : 'NULL'),
    )
    .replaceAll(/\bdetail\b/g, 'NULL')
    .replaceAll(/\bdetail_id\b/g, detailOf(event) === null && EVENT_TABLE[event].subject !== 'dispute' ? 'NULL' : '1')
    .replaceAll(/\bevent\b/g, `'${event}'::text`);
}
