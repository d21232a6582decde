// `call-analysis receipt:verify`: checks the receipt of an erasure against a key set, without the service and its database.
import { readFile } from 'node:fs/promises';
import { isSignedBy } from '../../platform/audit/signatures.js';
import { readEnvironment } from '../../platform/config/config.js';
import type { ReceiptResponse } from '../../wire/erasure.response.js';
import { type Given, UsageError } from '../command.js';
import { KEY_SET_PATH, type KeySet, readKeySet } from './key-set.js';

export async function verifyReceipt(given: Given): Promise<number> {
  const [file] = given.positionals;
  if (file === undefined) throw new UsageError('FILE is missing: the receipt, or the erasure with its receipt');
  const receipt = receiptIn(JSON.parse(await readFile(file, 'utf8')));
  const { keys } = await readKeySet(placeOfKeys(given.text('keys')));
  const [found, isSound] = describe(receipt, keys);
  process.stdout.write(`${found.join('\n')}\n`);
  return isSound ? 0 : 1;
}

/** @returns lines for a person, and whether the receipt is as it was signed */
export function describe(receipt: ReceiptResponse, keys: KeySet['keys']): [string[], boolean] {
  if (!keys.some(({ kid }) => kid === receipt.key_id))
    return [[`The key ${receipt.key_id} is not in the key set: nothing can be said about this receipt.`], false];
  if (!isSignedBy(receipt, keys)) return [['The receipt is not as it was signed: something in it was changed.'], false];
  const { counts, audit_head: head } = receipt;
  const erased = Object.entries(counts).map(([what, number]) => `${number} ${what.replaceAll('_', ' ')}`);
  return [
    [
      'The receipt is as it was signed.',
      `Erasure ${receipt.erasure_id}, completed at ${new Date(receipt.completed_at * 1000).toISOString()}.`,
      `Erased: ${erased.join(', ')}. Left: ${receipt.deferred.length}.`,
      `Subject (HMAC): ${receipt.subject_hash}`,
      `The audit log had ${head.sequence} entries, the last with the hash ${head.hash || 'of none'}.`,
    ],
    true,
  ];
}

function placeOfKeys(given: string | null): string {
  const { PUBLIC_URL } = readEnvironment();
  if (given !== null) return given;
  if (!PUBLIC_URL) throw new UsageError('Name the key set with --keys FILE or --keys URL');
  return `${PUBLIC_URL}${KEY_SET_PATH}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error for anything that is no receipt */
function receiptIn(value: unknown): ReceiptResponse {
  const receipt = isObject(value) && isObject(value.receipt) ? value.receipt : value;
  if (!isReceipt(receipt)) throw new Error('The file holds no receipt of an erasure');
  return receipt;
}

function isReceipt(value: unknown): value is ReceiptResponse {
  if (!isObject(value)) return false;
  const { erasure_id, subject_hash, key_id, signature, completed_at, counts, deferred, audit_head } = value;
  const texts = [erasure_id, subject_hash, key_id, signature].every((text) => typeof text === 'string');
  return (
    texts && typeof completed_at === 'number' && isObject(counts) && Array.isArray(deferred) && isObject(audit_head)
  );
}
