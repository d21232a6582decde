// Finds out who is the agent of calls on two channels, the agent on either one, where both parties, one or none of them says
// anything that tells.
import { assignRoles } from '../../../dist/src/speech/transcript/assign-roles.js';
import { tallyRoles } from '../dialogue-score.mjs';
import { createMishearing, loadDialogues, toTranscript } from '../dialogues.mjs';
import { count, percent } from '../tables.mjs';
import { inLanes } from './dialogues.mjs';

/** Below this confidence nothing is judged. */
const MIN_JUDGED_CONFIDENCE = 0.6;
const CUES = [
  { cues: 'both parties', keeps: ['a', 'c'], wrong: 0 },
  { cues: 'both parties, 25 % wrong words', keeps: ['a', 'c'], wrong: 0.25 },
  { cues: 'the agent alone', keeps: ['a'], wrong: 0 },
  { cues: 'the customer alone', keeps: ['c'], wrong: 0 },
  { cues: 'neither party', keeps: [], wrong: 0 },
];
/** What either party may say. */
const MURMURS = ['mm hmm', 'yeah', 'okay', 'right', 'yes', 'uh huh', 'one four two', 'okay yeah', 'got it', 'uh yeah'];

/** @param paid true for a provider's model: it is asked once per dialogue, the agent on either channel in turn */
export function planRoles({ analyst, paid, concurrency }) {
  const dialogues = ['seen', 'unseen'].flatMap((set) => loadDialogues(set).map((dialogue) => ({ set, dialogue })));
  const mishear = createMishearing(dialogues.map(({ dialogue }) => dialogue));
  const jobs = dialogues.flatMap((each, index) =>
    CUES.slice(0, paid ? 1 : CUES.length).flatMap((cue) =>
      (paid ? [index % 2] : [0, 1]).map((agentChannel) => ({ ...each, ...cue, agentChannel })),
    ),
  );
  return {
    units: jobs.length,
    run: async (tick) => {
      const calls = await inLanes(jobs, concurrency, async (job) => {
        const dialogue = murmured(mishear(job.dialogue, job.wrong, 0), job.keeps);
        const told = await tellRoles(analyst, toTranscript(dialogue, 'en', job.agentChannel));
        tick(job.cues);
        return { ...job, id: job.dialogue.id, ...told };
      });
      return report(calls);
    },
  };
}

/** The dialogue in which only the parties kept say anything that tells. */
function murmured(dialogue, keeps) {
  const turns = dialogue.turns.map(([party, text], at) => [
    party,
    keeps.includes(party) ? text : MURMURS[at % MURMURS.length],
  ]);
  return { ...dialogue, turns };
}

async function tellRoles(analyst, { segments, language, durationMs }) {
  // As the transcription labels them: one voice a channel.
  const labelled = segments.map((each) => ({ ...each, speaker: `speaker_${each.channel}` }));
  const merged = { segments: labelled, language, spotted: [] };
  const { segments: told, diarization } = await assignRoles({
    merged,
    layout: 'stereo',
    durationMs,
    agentChannel: null,
    language,
    voiceSeparation: null,
    analyst,
    signal: new AbortController().signal,
  });
  const toldChannel = told.find(({ speaker }) => speaker === 'agent')?.channel ?? null;
  return { toldChannel, confidence: diarization.roleConfidence };
}

function report(calls) {
  const rows = ['seen', 'unseen']
    .flatMap((set) =>
      CUES.flatMap(({ cues }) =>
        [0, 1].map((agentChannel) => {
          const own = calls.filter(
            (each) => each.set === set && each.cues === cues && each.agentChannel === agentChannel,
          );
          return { set, cues, agentChannel, ...tallyRoles(own, MIN_JUDGED_CONFIDENCE) };
        }),
      ),
    )
    .filter(({ calls: number }) => number > 0);
  return {
    measures: { swapped: rows.reduce((sum, { swapped }) => sum + swapped, 0) },
    tables: [
      {
        title: `Roles on two channels (judged from a confidence of ${MIN_JUDGED_CONFIDENCE})`,
        head: ['set', 'who says what tells', 'agent on channel', 'calls', 'right', 'swapped', 'not judged'],
        rows: rows.map((each) => [
          each.set,
          each.cues,
          count(each.agentChannel),
          count(each.calls),
          `${each.right} (${percent(each.right / each.calls)})`,
          count(each.swapped),
          count(each.undecided),
        ]),
      },
    ],
    details: { rows },
  };
}
