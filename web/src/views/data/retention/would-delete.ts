// What a change of retention would delete, in words.
import type {
  CallAnalysis,
  SettingsUpdateRetentionParams,
  WouldDelete,
} from '../../../../../clients/typescript/src/browser.js';
import { language } from '../../../page/preferences.js';
import { t, tn } from '../../../texts/data.js';
import { goingOf } from './retention-form.js';

const NOTHING: WouldDelete = { recordings: 0, transcripts: 0, analyses: 0 };

/** Changes nothing. @param params none: the settings that are stored */
export async function countWhatGoes(
  client: CallAnalysis,
  params: SettingsUpdateRetentionParams = {},
): Promise<WouldDelete> {
  const { would_delete = NOTHING } = await client.settings.updateRetention({ ...params, dry_run: true });
  return would_delete;
}

/** Such as "1,204 recordings and 17 calls"; empty where nothing goes. */
export function goingText(would: WouldDelete): string {
  const parts = goingOf(would).map(([kind, n]) => tn(`data.going.${kind}`, n));
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(parts);
}

/** One sentence. */
export function wouldText(would: WouldDelete): string {
  const going = goingOf(would);
  if (going.length === 0) return t('data.would.none');
  const isOne = going.length === 1 && going[0]?.[1] === 1;
  return t(isOne ? 'data.would.one' : 'data.would.many', { what: goingText(would) });
}
