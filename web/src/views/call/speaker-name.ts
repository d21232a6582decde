import { t } from '../../texts/texts.js';

/** @param speaker `agent`, `customer`, or `speaker_N` where a role could not be told */
export function speakerName(speaker: string): string {
  if (speaker === 'agent') return t('call.speaker.agent');
  if (speaker === 'customer') return t('call.speaker.customer');
  const number = /^speaker_(\d+)$/.exec(speaker)?.[1];
  return number === undefined ? speaker : t('call.speaker.other', { n: Number(number) + 1 });
}
