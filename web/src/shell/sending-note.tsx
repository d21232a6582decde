import { Icon } from '../parts/icon.tsx';
import { address, to } from '../routing/router.js';
import { onTheirWay, refused } from '../sending/outbox.js';
import { t, tn } from '../texts/texts.js';

/** In every other view: files go on being sent, and one that was refused must not be missed. */
export function SendingNote() {
  const isSending = onTheirWay.value > 0;
  if (address.value.path === '/send' || (!isSending && refused.value === 0)) return null;
  return (
    <section class="sending-note" aria-label={t('send.title')}>
      <Icon name={isSending ? 'send' : 'alert'} />
      <span>
        {isSending && t('send.note', { n: onTheirWay.value })}
        {isSending && refused.value > 0 && ' · '}
        {refused.value > 0 && tn('send.note.refused', refused.value)}
      </span>
      <a href={to('/send')}>{t('send.note.show')}</a>
    </section>
  );
}
