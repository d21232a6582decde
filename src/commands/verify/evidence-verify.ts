// `call-analysis evidence:verify`: says what an archive of evidence holds, what is missing, and whether it is whole, offline.
import { open, readFile } from 'node:fs/promises';
import type { AuditHeadOfPeriod, EvidenceManifest } from '../../insight/exports/evidence/write-evidence.js';
import { type Given, UsageError } from '../command.js';
import { readKeySet } from './key-set.js';
import { KNOWN_FILES, type Verified, verifyArchive } from './verify-archive.js';

export async function verifyEvidence(given: Given): Promise<number> {
  const [path] = given.positionals;
  if (path === undefined) throw new UsageError('FILE is the archive, as GET /exports/{id} gave it');
  const keys = given.text('keys');
  const head = given.text('head');
  const keySet = keys === null ? null : await readKeySet(keys);
  const kept: AuditHeadOfPeriod | null = head === null ? null : JSON.parse(await readFile(head, 'utf8'));
  const file = await open(path);
  try {
    const verified = await verifyArchive(file, keySet, kept);
    const { lines, code } = report(verified, keySet !== null);
    process.stdout.write(`${lines.join('\n')}\n`);
    return code;
  } finally {
    await file.close();
  }
}

/** Named by what an auditor asks for. */
const ASKED_FOR = {
  'recording.original_read': 'reads of original recordings',
  'settings.changed': 'changes of settings',
  'scorecard.published': 'published scorecards',
  'hold.placed': 'placed holds',
  'analysis.deleted': 'deleted calls',
  'erasure.completed': 'completed erasures',
} as const;

function report({ manifest, faults, actions }: Verified, hasKeys: boolean): { lines: string[]; code: number } {
  const told = faults.map((fault) => `BROKEN: ${fault}`);
  if (!manifest) return { lines: told, code: 1 };
  const counted = Object.entries(ASKED_FOR).map(([action, what]) => `${actions.get(action) ?? 0} ${what}`);
  const lines = [...holdings(manifest), `Of them: ${counted.join(', ')}.`, ...told];
  if (faults.length > 0) return { lines: [...lines, 'The archive is not whole.'], code: 1 };
  if (!hasKeys)
    return {
      lines: [
        ...lines,
        `Its hashes agree, but its signature was not verified. It needs the key ${manifest.key_id}: give --keys with the file or ` +
          'the address of the key set, https://HOST/.well-known/call-analysis/keys.json',
      ],
      code: 1,
    };
  return { lines: [...lines, `The archive is whole, and signed with the key ${manifest.key_id}.`], code: 0 };
}

function holdings({ account_id, livemode, from, to, as_of, files, audit }: EvidenceManifest): string[] {
  const missing = KNOWN_FILES.filter((name) => !files.some((file) => file.name === name));
  return [
    `Evidence of account ${account_id}, ${livemode ? 'live mode' : 'test mode'}`,
    `Period: ${date(from)} to ${date(to)}, as of ${date(as_of)}`,
    ...files.map(({ name, lines }) => `  ${name}: ${lines} ${lines === 1 ? 'line' : 'lines'}`),
    ...(missing.length > 0 ? [`Not in this archive: ${missing.join(', ')}`] : []),
    `Audit log: ${entriesOf(livemode, audit)}`,
  ];
}

function entriesOf(livemode: boolean, { anchor, previous, head }: EvidenceManifest['audit']): string {
  if (!livemode) return 'entries of test mode alone, whose chain cannot be verified';
  const pruned = anchor ? `; entries up to ${anchor.sequence} were pruned` : '';
  if (head.sequence === previous.sequence) return `no entry of the period${pruned}`;
  return `entries ${previous.sequence + 1} to ${head.sequence}${pruned}`;
}

const date = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
