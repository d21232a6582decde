import { CallAnalysis } from '../../../clients/typescript/src/browser.js';
import { observe } from '../page/trouble.js';
import { SERVICE_URL } from '../routing/router.js';

/** A client without a credential: for what leads to one. */
export const anonymous = new CallAnalysis({ baseUrl: SERVICE_URL, maxRetries: 1, onAnswer: observe });
