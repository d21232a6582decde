// Sends three seconds of a sample call to a recogniser: as the channel of one party, and as a mono call where it tells speakers.
import { speechOf } from '../../adapters/engines/build-engines.js';
import { faultSentence } from '../../adapters/engines/engine-fault.js';
import type { Config } from '../../platform/config/config.js';
import type { EngineSpec } from '../../platform/config/engines/engine-spec.js';
import { VendorJobsLink } from '../../ports/vendors/vendor-jobs.js';
import { type CheckedEngine, secondsSince, startChecking, timeOfCheck } from './checked-engine.js';
import { JobsOfCheck } from './jobs-of-check.js';
import type { SampleCall } from './sample-call.js';

export async function checkSpeech(config: Config, spec: EngineSpec, sample: SampleCall): Promise<CheckedEngine> {
  const { parts, remarks, ask } = startChecking(config, spec);
  const [link, jobs] = [new VendorJobsLink(), new JobsOfCheck()];
  link.open(jobs);
  const engines = await speechOf(parts, sample.decoder, link);
  const { speech } = engines.default;
  const hear = (channel: number | null) => {
    const options = { language: null, voices: [], spot: [], scratchDir: sample.scratchDir, signal: timeOfCheck() };
    return ask(() => speech.transcribe(sample.pieceOf(channel), options));
  };
  const since = performance.now();
  try {
    const channel = await hear(0);
    const SECONDS = secondsSince(since);
    const mono = speech.capabilities.diarizesMono ? await hear(null) : null;
    const heard = mono === null ? [channel] : [channel, mono];
    if (channel.segments.length === 0) remarks.push('It heard no words in the sample.');
    const timed = speech.capabilities.timesSegments ? 'of segments' : 'none';
    const cells = {
      TIMES: channel.segments.some(({ words }) => words !== null) ? 'of words' : timed,
      SPEAKERS: mono?.segments.some(({ speaker }) => speaker !== null) ? 'told' : 'not told',
      CHANNELS: 'one by one',
      LANGUAGE: heard.find(({ language }) => language !== null)?.language ?? 'not told',
      USAGE: heard.some(({ providerSeconds }) => providerSeconds !== null) ? 'told' : 'not told',
      SECONDS,
    };
    return { spec, cells, answers: true, remarks };
  } catch (error) {
    remarks.unshift(speech.shortfall ?? faultSentence(error, spec));
    return { spec, cells: {}, answers: false, remarks };
  } finally {
    if (speech.leavesCopies) {
      // What the vendor keeps is deleted there, after a failure too.
      const fault = await speech.sweep(timeOfCheck()).catch((error: unknown) => faultSentence(error, spec));
      if ((await jobs.findLeft()).length > 0)
        remarks.push(`A copy of the sample stays at the vendor: ${fault ?? 'its job has not ended.'}`);
    }
    speech.close();
    await engines.close();
  }
}
