import { memo } from 'preact/compat';
import type { CompletedAnalysis } from '../../../../clients/typescript/src/browser.js';
import { clock } from '../../texts/clock.js';
import { t } from '../../texts/texts.js';
import { speakerName } from './speaker-name.js';

export type Segment = CompletedAnalysis['transcript']['segments'][number];

interface TurnProps {
  readonly segment: Segment;
  readonly isSameSpeaker: boolean;
  readonly isCited: boolean;
  readonly onPlay: (seconds: number) => void;
}

export const Turn = memo(({ segment, isSameSpeaker, isCited, onPlay }: TurnProps) => {
  const time = clock(segment.start);
  return (
    <li class={`turn of-${partyOf(segment.speaker)}${isCited ? ' is-cited' : ''}`}>
      <button
        type="button"
        class="turn-time"
        aria-label={t('call.playFrom', { time })}
        onClick={() => onPlay(segment.start)}
      >
        {time}
      </button>
      <span class={isSameSpeaker ? 'turn-speaker unseen' : 'turn-speaker'}>{speakerName(segment.speaker)}</span>
      <span class="turn-text" dir="auto">
        {segment.text}
      </span>
    </li>
  );
});

export const partyOf = (speaker: string): 'agent' | 'customer' | 'other' =>
  speaker === 'agent' || speaker === 'customer' ? speaker : 'other';
