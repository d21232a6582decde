// Stands in for a speech engine: it answers with what was said in a sample call, so that the examples of the API document are
// the same wherever they are made.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  type PieceTranscript,
  type SpeechCapabilities,
  type SpeechEngine,
  type SpeechPiece,
  SpeechToText,
} from '../../../ports/speech-to-text.js';
import type { Word } from '../../../ports/transcript.js';

const SCRIPT = z.object({
  turns: z.array(z.object({ channel: z.number(), startMs: z.number(), endMs: z.number(), text: z.string() })),
});
type Turn = z.infer<typeof SCRIPT>['turns'][number];

/** Called before the engine hears a piece. `index` counts the pieces from 0. */
type BeforePiece = (index: number) => Promise<void>;

export class ScriptedSpeech extends SpeechToText {
  readonly isCharged = false;
  readonly engine: SpeechEngine = {
    name: 'sample-script',
    grade: 'demo',
    accuracy: 'Answers with the script of the sample call.',
    hearing: { minScore: 0.6, minSnrDb: 15, needsWideBand: false },
  };
  /** One piece per channel of a call of a few minutes. */
  readonly capabilities: SpeechCapabilities = {
    maxPieceMs: 600_000,
    diarizesMono: false,
    carriesSpeakers: false,
    timesSegments: true,
  };
  private heard = 0;

  private constructor(
    private readonly turns: readonly Turn[],
    private readonly beforePiece: BeforePiece,
  ) {
    super();
  }

  /** @param referenceFile e.g. `samples/good-call.reference.json` */
  static async of(referenceFile: string, beforePiece: BeforePiece): Promise<ScriptedSpeech> {
    const { turns } = SCRIPT.parse(JSON.parse(await readFile(referenceFile, 'utf8')));
    return new ScriptedSpeech(turns, beforePiece);
  }

  async transcribe(piece: SpeechPiece): Promise<PieceTranscript> {
    await this.beforePiece(this.heard++);
    const segments = this.turns
      .filter(({ channel }) => channel === piece.channel)
      .map((turn) => wordsOf(turn).filter(({ startMs, endMs }) => isWithin(piece, (startMs + endMs) / 2)))
      .flatMap((words) => {
        const [first, last] = [words[0], words.at(-1)];
        if (!first || !last) return [];
        const text = words.map((word) => word.text).join(' ');
        return [{ speaker: null, startMs: first.startMs, endMs: last.endMs, text, confidence: null, words }];
      });
    return { segments, language: 'en', spotted: [], providerSeconds: null };
  }

  async check(): Promise<void> {}
}

const isWithin = ({ startMs, endMs }: SpeechPiece, atMs: number) => atMs >= startMs && atMs < endMs;

/** The script times turns only: each word gets a share of the turn by its letters. */
function wordsOf({ text, startMs, endMs }: Turn): readonly Word[] {
  const msPerLetter = (endMs - startMs) / (text.length + 1);
  let at = startMs;
  return text.split(' ').map((word) => {
    const from = at;
    at += (word.length + 1) * msPerLetter;
    return { text: word, startMs: Math.round(from), endMs: Math.round(at), confidence: null };
  });
}
