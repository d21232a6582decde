import type { Analysis } from '../../../../../clients/typescript/src/browser.js';
import { SERVICE_URL } from '../../../routing/router.js';
import { SAMPLE } from '../../../sending/play-scenario.js';

/** The recording of which a sample is the script, each word at its second; null for any other call. */
export const sampleSoundOf = ({ livemode, audio, metadata }: Analysis): string | null =>
  !livemode && audio.url === null && 'sample' in metadata && metadata.sample === SAMPLE.metadata.sample
    ? `${SERVICE_URL}/app/assets/sample-call-1.mp3`
    : null;
