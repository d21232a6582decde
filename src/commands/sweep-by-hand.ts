// What `call-analysis recordings:sweep` prints and does.

import { operatorCommand } from '../platform/config/operator-command.js';
import type { OrphanRecordings, Survey } from '../recordings/orphan-recordings.js';

const SHOWN_IDS = 20;
const MEGABYTE = 1_000_000;

export interface SweepChoice {
  /** Deletes what the table shows. */
  readonly confirm: boolean;
  /** Makes the store this database's first. */
  readonly adopt: boolean;
}

/** @returns false when the store is not this database's */
export async function sweepByHand(
  orphans: OrphanRecordings,
  { confirm, adopt }: SweepChoice,
  print: (line: string) => void,
): Promise<boolean> {
  if (adopt) await orphans.owner.adopt();
  for (;;) {
    const survey = await orphans.survey(Date.now());
    for (const line of tableOf(survey)) print(line);
    if (survey.owner !== 'this') return false;
    if (!confirm) {
      if (survey.orphans > 0)
        print(`Nothing was deleted. To delete them: ${operatorCommand('recordings:sweep --confirm')}`);
      return true;
    }
    let deleted = 0;
    await orphans.delete(survey.keys, (key) => {
      deleted += 1;
      print(`Deleted ${key}`);
    });
    print(`Deleted ${deleted} of ${survey.orphans}.`);
    // A survey keeps a bounded number of keys.
    if (survey.orphans === survey.keys.length) return true;
  }
}

function tableOf({ owner, deployment, mark, recordings, orphans, keys, sizeBytes }: Survey): readonly string[] {
  const head = [row('This database', deployment), row('Mark in the store', mark ?? 'none')];
  if (owner !== 'this') {
    const reason =
      owner === 'other'
        ? 'The recording store belongs to another deployment.'
        : 'The store has no mark, and this database knows few of its recordings.';
    return [
      ...head,
      `${reason} Nothing was deleted. Compare DATABASE_URL and the storage settings.`,
      `If the recordings are this database's to delete: ${operatorCommand('recordings:sweep --adopt')}`,
    ];
  }
  return [
    ...head,
    row('Recordings', String(recordings)),
    row('Without an analysis', `${orphans}, ${(sizeBytes / MEGABYTE).toFixed(1)} MB`),
    ...keys.slice(0, SHOWN_IDS).map((key) => `  ${key}`),
    ...(orphans > SHOWN_IDS ? [`  and ${orphans - SHOWN_IDS} more`] : []),
  ];
}

function row(name: string, value: string): string {
  return `${name.padEnd(22)}${value}`;
}
