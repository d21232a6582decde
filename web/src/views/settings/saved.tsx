import { Icon } from '../../parts/icon.tsx';
import { t } from '../../texts/texts.js';

/** Beside a button that saves. */
export function Saved({ is }: { readonly is: boolean }) {
  return (
    <span role="status" class="good">
      {is && (
        <>
          <Icon name="check" /> {t('settings.saved')}
        </>
      )}
    </span>
  );
}
