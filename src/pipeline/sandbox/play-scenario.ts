// Steps 2 to 5 of a call of the sandbox. A script says what is heard; roles, hearing, evidence, scores and the end are those of
// any call. No recording is read, no provider is asked, and no minutes are counted.
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../../calls/claims/analysis-claims.js';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import { troubleSentence } from '../../ports/engine-trouble.js';
import { type HeardScenario, SandboxEngines, type Scenario } from '../../ports/scenario.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import type { AttributedPiece } from '../../speech/pieces/pieces-by-engine.js';
import { measurementOf, piecesOf } from '../../speech/pieces/scenario-pieces.js';
import { withHearing } from '../../speech/transcript/with-hearing.js';
import { WorkRefused } from '../../work/claim.js';
import { AnalyseCall } from '../steps/analyse-call.js';
import { AssembleTranscript, type TranscribedCall } from '../steps/assemble-transcript.js';
import type { CallRun } from '../steps/call-run.js';
import { planSound, toldOf } from '../steps/mask-recording.js';
import { SettleCall } from '../steps/settle-call.js';
import { RememberingAnalyst } from './remembering-analyst.js';

const MEASURE_STEP = 'measure';
const PIECES_STEP = 'piece';

/** `slow` is heard in so many stretches, each of which takes so long: 30 s in all. */
const SLOW = { stretches: 8, waitMs: 3_750 };
const AT_ONCE = { stretches: 1, waitMs: 0 };

type ScenarioRun = Omit<CallRun, 'workspace'>;

@Injectable()
export class PlayScenario {
  private remembering: CallAnalyst | null = null;

  constructor(
    private readonly claims: AnalysisClaims,
    private readonly engines: SandboxEngines,
    private readonly assembleTranscript: AssembleTranscript,
    private readonly analyseCall: AnalyseCall,
    private readonly settleCall: SettleCall,
  ) {}

  /** @throws WorkRefused for a scenario that fails */
  async run(run: ScenarioRun, scenario: Scenario): Promise<void> {
    if (scenario === 'fails_unreadable')
      throw new WorkRefused('not_audio', 'The recording holds no audio that can be decoded');
    const script = await this.engines.hear(scenario);
    const measurement = await this.measure(run, script);
    if (scenario === 'fails_provider')
      throw new WorkRefused('provider_failed', troubleSentence('transcription', 'failing'));
    const { analyst } = this;
    const heard = await this.transcribe(run, scenario, script, measurement);
    const { redact } = run.call;
    const sound = redact && planSound(redact, heard, measurement.durationMs);
    const told = toldOf(heard, sound);
    const judged = await this.analyseCall.run(run, measurement.durationMs, told.transcript, analyst);
    run.signal.throwIfAborted();
    await this.settleCall.complete(run, measurement, told, judged, sound);
  }

  /** Made with the first scenario: the engines load their rules with it. */
  private get analyst(): CallAnalyst {
    this.remembering ??= new RememberingAnalyst(this.engines.analyst);
    return this.remembering;
  }

  private async measure({ call }: ScenarioRun, script: HeardScenario): Promise<Measurement> {
    const done = (await this.claims.readCheckpoints<Measurement>(call, MEASURE_STEP)).get(0);
    if (done) return done;
    const measurement = measurementOf(script);
    const progress = { stage: 'transcribing', percent: 15 } as const;
    await this.claims.recordMeasurement(null, call, MEASURE_STEP, measurement, progress);
    return measurement;
  }

  private async transcribe(
    run: ScenarioRun,
    scenario: Scenario,
    script: HeardScenario,
    measurement: Measurement,
  ): Promise<TranscribedCall> {
    const { analyst } = this;
    const done = await this.assembleTranscript.findDone(run.call);
    if (done && 'masked' in done) return done;
    const pieces = await this.hear(run, scenario, script);
    const listener = this.engines.listenerOf(scenario);
    if (!done) return this.assembleTranscript.run(run, { measurement, pieces, voices: null, analyst, listener });
    return { ...withHearing(done, measurement, pieces, listener), masked: null };
  }

  /** Goes on after the last stretch that an earlier run has heard. */
  private async hear({ call, signal, giveWay }: ScenarioRun, scenario: Scenario, script: HeardScenario) {
    const { stretches: count, waitMs } = scenario === 'slow' ? SLOW : AT_ONCE;
    const done = await this.claims.readCheckpoints<AttributedPiece[]>(call, PIECES_STEP);
    const stretches = piecesOf(script, this.engines.listenerOf(scenario), count);
    const heard: AttributedPiece[] = [];
    for (const [at, stretch] of stretches.entries()) {
      const before = done.get(at);
      heard.push(...(before ?? stretch));
      if (before) continue;
      await giveWay();
      if (waitMs > 0) await wait(waitMs, undefined, { signal });
      const percent = 15 + (60 * (at + 1)) / stretches.length;
      await this.claims.recordCheckpoint(null, call, PIECES_STEP, at, stretch, { stage: 'transcribing', percent });
    }
    return heard;
  }
}
