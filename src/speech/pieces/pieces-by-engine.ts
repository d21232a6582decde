// Records which engine transcribed what. Workers may have different engines, so several engines can transcribe one call. Pure.
import type { NamedEngine } from '../../ports/engine-trouble.js';
import {
  type EngineGrade,
  type HearingLimits,
  type PieceTranscript,
  type SpeechEngine,
  sumOfTokens,
} from '../../ports/speech-to-text.js';
import { totalMs } from '../words/spans.js';
import type { PiecePlan } from './cut-pieces.js';
import type { HeardPiece } from './merge-pieces.js';

/** Members of a piece's checkpoint about the engine that heard it. */
export interface HeardBy {
  /** The engine's name, as clients see it. */
  readonly engine: string;
  readonly grade: EngineGrade;
  readonly hearing: HearingLimits;
  readonly named?: NamedEngine;
  /** `diarizesMono` of the engine's capabilities at that time: a diarizing model may be lost while a call is heard. */
  readonly diarizes: boolean;
  /** `carriesSpeakers` of the engine's capabilities. */
  readonly carriesSpeakers: boolean;
}

/** Checkpoint of a piece. One of an earlier release leaves the engine out: it is the one that the recording was cut for. */
export interface PieceCheckpoint extends PieceTranscript {
  readonly heardBy?: HeardBy;
}

export interface AttributedPiece extends HeardPiece {
  readonly heardBy: HeardBy;
}

/** Part of a call that one engine transcribed. */
export interface HeardPart
  extends Pick<HeardBy, 'engine' | 'grade' | 'hearing' | 'named'>,
    Pick<PieceTranscript, 'tokens'> {
  readonly pieces: readonly Pick<PiecePlan, 'channel' | 'startMs' | 'endMs'>[];
  /** Length of the speech in these pieces. */
  readonly speechMs: number;
}

/** Part of the speech that each engine heard, the largest share first. */
export function partsByEngine(pieces: readonly AttributedPiece[]): HeardPart[] {
  const byEngine = new Map<string, AttributedPiece[]>();
  for (const each of pieces) {
    const own = byEngine.get(each.heardBy.engine);
    if (own) own.push(each);
    else byEngine.set(each.heardBy.engine, [each]);
  }
  const parts = [...byEngine].map(([engine, own]): HeardPart => {
    const { grade, hearing, named } = (own[0] as AttributedPiece).heardBy;
    const tokens = sumOfTokens(own.map(({ transcript }) => transcript));
    return {
      engine,
      grade,
      hearing,
      ...(named && { named }),
      pieces: own.map(({ piece: { channel, startMs, endMs } }) => ({ channel, startMs, endMs })),
      speechMs: totalMs(own.flatMap(({ piece }) => piece.speech)),
      ...(tokens && { tokens }),
    };
  });
  return parts.sort((a, b) => b.speechMs - a.speechMs || (a.engine < b.engine ? -1 : 1));
}

/** Name as clients see it: the names in the order of {@link partsByEngine}, e.g. `openai:gpt-transcribe + pocketsphinx`. */
export function nameOf(parts: readonly HeardPart[]): string {
  return parts.map(({ engine }) => engine).join(' + ');
}

/** Grades below `production`, lowest first. */
const LOW_GRADES: readonly EngineGrade[] = ['demo', 'local'];

/** Grade of a result: that of its weakest engine. */
export function lowestGrade(grades: readonly EngineGrade[]): EngineGrade {
  return LOW_GRADES.find((grade) => grades.includes(grade)) ?? 'production';
}

/**
 * True when the labels in the pieces distinguish the speakers of a mono recording. Labels of different engines cannot be
 * compared, and pieces without diarization have none.
 */
export function haveSpeakers(pieces: readonly AttributedPiece[]): boolean {
  const spoken = pieces.filter(({ transcript }) => transcript.segments.length > 0);
  const labelled = spoken.some(({ transcript }) => transcript.segments.some(({ speaker }) => speaker !== null));
  const ways = new Set(spoken.map(({ heardBy }) => `${heardBy.engine} ${heardBy.diarizes}`));
  return labelled && ways.size === 1;
}

/** Limits for an engine of which only the name is known: no party counts as heard well. */
const HEARING_UNKNOWN: HearingLimits = { minScore: 1.01, minSnrDb: 1000, needsWideBand: true };

/**
 * Names the engine of a piece that an earlier release heard. @param engine the name in its plan @param present the engine of this
 * worker
 */
export function attribute(
  { piece, transcript }: HeardPiece,
  engine: string,
  present: SpeechEngine,
  carriesSpeakers: boolean,
): AttributedPiece {
  const isPresent = engine === present.name;
  const { grade, hearing, named }: Pick<SpeechEngine, 'grade' | 'hearing' | 'named'> = isPresent
    ? present
    : { grade: 'demo', hearing: HEARING_UNKNOWN };
  const diarizes = transcript.segments.some(({ speaker }) => speaker !== null);
  return {
    piece,
    transcript,
    heardBy: {
      engine,
      grade,
      hearing,
      ...(named && { named }),
      diarizes,
      carriesSpeakers: isPresent && carriesSpeakers,
    },
  };
}
