import { Dialog } from '../../../parts/dialog.tsx';
import { t } from '../../../texts/texts.js';
import type { Drafting } from './use-draft.js';

/** Nothing of either side is lost without being asked for. */
export function ConflictDialog({ drafting }: { readonly drafting: Drafting }) {
  const { conflict, closeConflict, saveAsNew, overwrite, discard, isSaving } = drafting;
  if (!conflict) return null;
  const isChanged = conflict.kind === 'changed';
  return (
    <Dialog title={t('forms.conflict')} onClose={closeConflict}>
      <p>{t(isChanged ? 'forms.conflict.changed' : `forms.conflict.${conflict.kind}`)}</p>
      <div class="form-dialog-acts">
        <button type="button" disabled={isSaving} onClick={() => void saveAsNew()}>
          {t('forms.conflict.new')}
        </button>
        {isChanged && (
          <>
            <button type="button" class="second" disabled={isSaving} onClick={() => void overwrite()}>
              {t('forms.conflict.overwrite')}
            </button>
            <button type="button" class="second" disabled={isSaving} onClick={discard}>
              {t('forms.conflict.theirs')}
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
