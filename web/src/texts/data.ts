// Texts of retention, holds and the audit log, which are fetched with their views: the first page does without them.
import { DATA as DE } from './de/data.js';
import { DATA as EN } from './en/data.js';
import { textsOf } from './texts.js';

export const { t, tn, named } = textsOf({ en: EN, de: DE });
