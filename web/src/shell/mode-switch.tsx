// One switch for the whole console: live calls or test calls. Neither is listed, searched, counted or claimed with the other.
import { isOfOneMode, showsTest } from '../routing/mode.js';
import { address, go, to } from '../routing/router.js';
import { t } from '../texts/texts.js';

const MODES = ['live', 'test'] as const;

function show(mode: (typeof MODES)[number]): void {
  const { path, query } = address.peek();
  if (isOfOneMode(path)) go(to(path, { ...query, page: undefined, mode: mode === 'test' ? mode : undefined }));
  else showsTest.value = mode === 'test';
}

export const ModeSwitch = () => (
  <fieldset class="tabs mode-switch">
    <legend class="unseen">{t('mode')}</legend>
    {MODES.map((mode) => (
      <button
        key={mode}
        type="button"
        class="tab"
        aria-pressed={showsTest.value === (mode === 'test')}
        onClick={() => show(mode)}
      >
        {t(`mode.${mode}`)}
      </button>
    ))}
  </fieldset>
);

/** Above the views of test calls: who takes them for live ones reads wrong figures. */
export function TestNote() {
  if (!showsTest.value || !isOfOneMode(address.value.path)) return null;
  return (
    <p class="test-note" role="status">
      {t('mode.note')}{' '}
      <button type="button" class="link" onClick={() => show('live')}>
        {t('mode.note.live')}
      </button>
    </p>
  );
}
