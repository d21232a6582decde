// Exported transcript segments, in order: as table rows, and as API objects with their call.
import type { TranscriptSegmentResponse } from '../../../calls/results/analysis-transcript.response.js';
import type { ColumnOf } from '../../../wire/export-columns.js';
import { byKey, type Cell, type LargeRows, msOf, overCalls, type WantedRows } from './found-rows.js';

interface CallRow {
  readonly key: string;
  readonly created: number;
  readonly agent_id: string;
  readonly transcript: string;
}

const CELLS: Readonly<Record<ColumnOf<'segments'>, (segment: TranscriptSegmentResponse, call: CallRow) => Cell>> = {
  analysis_id: (_, { key }) => key,
  created: (_, { created }) => created,
  agent_id: (_, call) => call.agent_id,
  segment_id: ({ id }) => id,
  speaker: ({ speaker }) => speaker,
  start: ({ start }) => start,
  end: ({ end }) => end,
  text: ({ text }) => text,
};

const isColumn = (name: string): name is ColumnOf<'segments'> => name in CELLS;

export function segmentCells(wanted: WantedRows, columns: readonly string[]): LargeRows<Cell[]> {
  const cells = columns.filter(isColumn).map((name) => CELLS[name]);
  return segmentRows(wanted, (segment, call) => cells.map((cell) => cell(segment, call)));
}

export function segmentLines(wanted: WantedRows): LargeRows<string> {
  return segmentRows(wanted, (segment, { key, created, agent_id }) =>
    JSON.stringify({ analysis_id: key, created: Math.floor(created / 1000), agent_id, ...segment }),
  );
}

function segmentRows<Out>(
  wanted: WantedRows,
  toRow: (segment: TranscriptSegmentResponse, call: CallRow) => Out,
): LargeRows<Out> {
  return {
    kind: 'large',
    cursor: overCalls(
      wanted,
      () => ['calls.id', 'p.bytes'],
      () => SIZES,
    ),
    read: async (snapshot, keys) =>
      byKey(await snapshot.read<CallRow>(READ, [keys]), (call) => segmentsOf(call, toRow)),
  };
}

/** Makes rows only when they are consumed, so that the rows of a long call are never in memory together. */
function* segmentsOf<Out>(
  call: CallRow,
  toRow: (segment: TranscriptSegmentResponse, call: CallRow) => Out,
): Generator<Out> {
  const { segments }: { segments: TranscriptSegmentResponse[] } = JSON.parse(call.transcript);
  for (const segment of segments) yield toRow(segment, call);
}

const SIZES = `JOIN LATERAL (
  SELECT octet_length(transcript) AS bytes FROM analysis_payload
  WHERE analysis_id = calls.id AND calls.status = 'completed' AND transcript IS NOT NULL OFFSET 0) p ON true`;

const READ = `SELECT a.id AS key, ${msOf('a.created_at')} AS created, a.agent_id, p.transcript
  FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = ANY($1::uuid[]) AND p.transcript IS NOT NULL`;
