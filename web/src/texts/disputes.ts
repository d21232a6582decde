// Texts of disputes and acknowledgements, which are fetched with their views: the first page does without them.
import { DISPUTES as DE } from './de/disputes.js';
import { DISPUTES as EN } from './en/disputes.js';
import { textsOf } from './texts.js';

export const { t, tn, named } = textsOf({ en: EN, de: DE });
