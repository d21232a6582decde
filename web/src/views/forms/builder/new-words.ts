import { t } from '../../../texts/texts.js';
import type { NewWords } from '../model/changes.js';

/** Texts of new parts in the person's language. */
export const newWords = (): NewWords => ({
  section: t('forms.section'),
  yes: t('answer.yes'),
  no: t('answer.no'),
  copy: t('forms.copy'),
});
