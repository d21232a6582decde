import { useSignal } from '@preact/signals';
import { Dialog } from '../parts/dialog.tsx';
import { onTheirWay } from '../sending/outbox.js';
import { logOut } from '../session/session.js';
import { t } from '../texts/texts.js';

/** Asks first where it would end uploads. @param onLeft told when the person goes */
export function LogOutButton({ label, onLeft }: { readonly label: string; readonly onLeft?: () => void }) {
  const isAsking = useSignal(false);
  const leave = () => {
    onLeft?.();
    logOut();
  };
  const leaveOrAsk = () => {
    if (onTheirWay.value > 0) isAsking.value = true;
    else leave();
  };
  return (
    <>
      <button type="button" class="link" onClick={leaveOrAsk}>
        {label}
      </button>
      {isAsking.value && (
        <Dialog title={t('send.leave.title')} onClose={() => (isAsking.value = false)}>
          <p>{t('send.leave.say', { n: onTheirWay.value })}</p>
          <div class="dialog-acts">
            <button type="button" class="second" onClick={() => (isAsking.value = false)}>
              {t('send.leave.stay')}
            </button>
            <button type="button" onClick={leave}>
              {t('send.leave.go')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
