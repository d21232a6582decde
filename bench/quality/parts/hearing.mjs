// Does the service know how well it heard? A stub in place of a transcription server gives the right words with five kinds of
// probabilities, for recordings of three kinds. The agent of the call neither greets nor says that it is recorded, which may be
// told only where the agent was heard well.
import { join } from 'node:path';
import { record, saveTelephone, saveWav, withNoise } from '../audio.mjs';
import { ANSWER_KINDS, startEngineStub } from '../engine-stub.mjs';
import { analyse } from '../service.mjs';
import { count } from '../tables.mjs';

const RECORDINGS = [
  { kind: 'clean', heard: 0.94, save: (channels, file) => saveWav(channels, file) },
  { kind: 'telephone', heard: 0.86, save: (channels, file) => saveTelephone(channels, file) },
  // At 8 dB the speech is still found, but no engine hears all of it.
  { kind: 'noisy', heard: 0.45, save: (channels, file) => saveWav(withNoise(channels, 8, 5), file) },
];
const VOICES = { agent: 'rms', customer: 'slt' };
const AGENT_CHANNEL = 1;
const SCRIPT = {
  turns: [
    ['agent', 'What is your account number?'],
    [
      'customer',
      'It is four seven one one, nine two. My water has been off since yesterday and I am tired of waiting.',
    ],
    ['agent', 'And your post code, so that I can see that it is really you on this line?'],
    ['customer', 'It is the one on my bill, the house at the end of Mill Lane. When does the water come back?'],
    [
      'agent',
      'The pipe under the road has burst. Our people are digging there now, and the water comes back this evening.',
    ],
    ['customer', 'I see. Then I will wait until this evening and call you again if it does not work.'],
    ['agent', 'You can also follow the repair on our page, where we write what we know every hour.'],
    ['customer', 'Good, I will look there.'],
  ].map(([speaker, text]) => ({ speaker, text })),
};
const TURNS_TO_ABSENCES = ['greeting', 'mandatory_disclosures'];

/** @param start gives a function that starts the service with a data folder of that name and with these settings */
export function planHearing({ speak, workDir, start }) {
  const jobs = RECORDINGS.flatMap((recording) => ANSWER_KINDS.map((answers) => ({ recording, answers })));
  return {
    units: jobs.length,
    run: async (tick, { note }) => {
      const { channels, turns } = await record(SCRIPT, VOICES, AGENT_CHANNEL, speak, 3);
      const stub = await startEngineStub({ channels, turns });
      const service = await start('hearing', {
        TRANSCRIPTION_ENGINE: 'compatible',
        ANALYSIS_ENGINE: 'rules',
        OPENAI_BASE_URL: stub.url,
        OPENAI_API_KEY: 'bench',
        OPENAI_TRANSCRIPTION_MODEL: 'stub',
      })(note);
      try {
        const calls = [];
        for (const { recording, answers } of jobs) {
          stub.answerWith({ kind: answers, heard: recording.heard });
          const file = join(workDir, `hearing-${recording.kind}.wav`);
          if (answers === ANSWER_KINDS[0]) await recording.save(channels, file);
          const analysis = await analyse(service.api, file, () => note(`${recording.kind}, ${answers}`));
          tick(`${recording.kind}, ${answers}`);
          calls.push({ recording: recording.kind, answers, ...gateOf(analysis) });
        }
        return report(calls);
      } finally {
        await service.stop();
        await stub.stop();
      }
    },
  };
}

function gateOf({ status, metadata, transcript, results }) {
  if (status !== 'completed') return { failed: metadata.error_message };
  const { agent = null, customer = null } = transcript.hearing ?? {};
  const findings = { ...results.compliance, ...results.quality };
  const absences = TURNS_TO_ABSENCES.filter((name) => {
    const { assessable, performed, present } = findings[name];
    return assessable && !(performed ?? present);
  });
  const left = results.observations.filter(({ observed }) => !observed).map(({ rule }) => rule);
  return { agent, customer, absences: [...absences, ...left] };
}

function report(calls) {
  const analysed = calls.filter(({ failed }) => failed === undefined);
  const parties = (kind, assessable) =>
    analysed
      .filter(({ recording }) => recording === kind)
      .flatMap(({ agent, customer }) => [agent, customer])
      .filter((party) => (party?.assessable === true) === assessable).length;
  return {
    measures: {
      failed: calls.length - analysed.length,
      'open-on-noise': parties('noisy', true),
      'shut-on-clean': parties('clean', false),
      absences: analysed
        .filter(({ agent }) => agent?.assessable !== true)
        .reduce((sum, { absences }) => sum + absences.length, 0),
    },
    tables: [
      {
        title: 'Hearing: is each party told as heard well, and what is held against the agent?',
        head: ['recording', 'probabilities', 'agent', 'customer', 'absences told'],
        rows: calls.map(({ recording, answers, failed, agent, customer, absences }) =>
          failed === undefined
            ? [recording, answers, gate(agent), gate(customer), count(absences.length)]
            : [recording, answers, `failed: ${failed}`, '', ''],
        ),
      },
    ],
    details: { calls },
  };
}

/** `yes 0.94 (engine, signal)`, `no 0.21 (signal): noisy`. */
function gate(party) {
  if (party === null) return 'not told';
  const { score, basis, assessable, reasons } = party;
  const about = `${assessable ? 'yes' : 'no'} ${score === null ? '-' : score.toFixed(2)} (${basis.join(', ') || 'none'})`;
  return reasons.length === 0 ? about : `${about}: ${reasons.join(', ')}`;
}
