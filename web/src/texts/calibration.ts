// Texts of calibration sessions and agreement, which are fetched with their views: the first page does without them.
import { CALIBRATION as DE } from './de/calibration.js';
import { CALIBRATION as EN } from './en/calibration.js';
import { textsOf } from './texts.js';

export const { t, tn, named } = textsOf({ en: EN, de: DE });
