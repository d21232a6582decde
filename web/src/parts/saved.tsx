import { t } from '../texts/texts.js';
import { Icon } from './icon.tsx';

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
