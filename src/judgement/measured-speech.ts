// How long each party talks on a channel of its own, where the engine gives no times of words.
import type { Role, Transcript } from '../ports/transcript.js';
import type { MeasuredTrack } from '../speech/listening/measure-pcm.js';
import { spansWithin } from '../speech/words/spans.js';
import { countWords } from '../speech/words/words.js';

/**
 * The speech measured on each party's channel; empty where it is not needed or not known. It stands in for an engine that
 * gives no word times: the segments of such an engine include the pauses within a turn, so they overstate talk time. Only
 * what has words of its own counts: the rest is a cough, or the other party's voice.
 */
export function measuredSpeech(
  tracks: readonly Pick<MeasuredTrack, 'channel' | 'speech'>[],
  { segments }: Pick<Transcript, 'segments'>,
) {
  const speechOf = (role: Role) => {
    const own = segments.filter(({ speaker, text }) => speaker === role && countWords(text) > 0);
    const channel = own[0]?.channel ?? null;
    const speech = channel === null ? null : (tracks.find((track) => track.channel === channel)?.speech ?? null);
    return speech && spansWithin(speech, own);
  };
  const [agent, customer] = [speechOf('agent'), speechOf('customer')];
  if (agent === null || customer === null || segments.some(({ words }) => words !== null)) return {};
  return { speechByRole: { agent, customer } };
}
