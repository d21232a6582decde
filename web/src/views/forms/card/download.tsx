import type { Scorecard } from '../../../../../clients/typescript/src/browser.js';
import { t } from '../../../texts/texts.js';
import type { Form } from '../model/draft.js';
import { writeFormFile } from '../model/form-json.js';

/** The form as a file that this console and the API take again. */
export function Download({ card, form }: { readonly card: Scorecard; readonly form: Form }) {
  const save = () => {
    const { name, description, applies_to, default: isDefault, metadata } = card;
    const text = writeFormFile({ name, description, applies_to, default: isDefault, metadata }, form);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'form'}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button type="button" class="second" onClick={save}>
      {t('forms.download')}
    </button>
  );
}
