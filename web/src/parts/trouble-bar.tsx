// Tells at the top that the service is away, or asks to wait.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { trouble } from '../page/trouble.js';
import { t, tn } from '../texts/texts.js';
import { useBar } from './bar.js';
import { Icon } from './icon.tsx';

export function TroubleBar() {
  const now = trouble.value;
  const seconds = useSignal(0);
  useEffect(() => {
    if (now?.kind !== 'waiting') return;
    const count = () => {
      seconds.value = Math.max(0, Math.ceil((now.until - Date.now()) / 1000));
    };
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [now, seconds]);
  return (
    <div role="status" class="trouble-place" ref={useBar('top')}>
      {now && (
        <p class="trouble">
          <Icon name="alert" />
          {now.kind === 'offline' ? t('trouble.offline') : tn('trouble.waiting', Math.max(1, seconds.value))}
        </p>
      )}
    </div>
  );
}
