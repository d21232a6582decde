import { t } from '../../../texts/texts.js';
import type { NewWords } from '../model/changes.js';

/** In the language of the person. */
export const newWords = (): NewWords => ({
  section: t('forms.section'),
  yes: t('answer.yes'),
  no: t('answer.no'),
  copy: t('forms.copy'),
});
