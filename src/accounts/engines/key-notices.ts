// The mail to an account whose own key a provider has refused.
import type { NoticeKind } from '../../platform/notices/owner-notices.js';
import { type RefusedKey, settleRefusedKey, takeRefusedKeys } from '../../work/engines/engine-pause-store.js';

export const KEY_NOTICES: NoticeKind<RefusedKey> = {
  name: 'engine-key-notices',
  take: takeRefusedKeys,
  settle: settleRefusedKey,
  isOn: ({ engines }) => engines.accountKeys,
  path: '/app/settings/engines',
  words: {
    en: {
      subject: 'Your key was refused',
      before: ({ engine }, since) =>
        `The provider of the engine ${engine} has refused your own key since ${since} (UTC). ` +
        'Your calls wait for it; nothing is lost.',
      after: 'Give a new key, or choose another engine, in the console:',
    },
    // cspell:disable
    de: {
      subject: 'Ihr Schlüssel wurde abgelehnt',
      before: ({ engine }, since) =>
        `Der Anbieter der Engine ${engine} lehnt Ihren eigenen Schlüssel seit ${since} (UTC) ab. ` +
        'Ihre Anrufe warten; nichts geht verloren.',
      after: 'Hinterlegen Sie in der Konsole einen neuen Schlüssel, oder wählen Sie eine andere Engine:',
    },
    // cspell:enable
  },
};
