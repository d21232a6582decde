// Steps 2 to 5 of a call of the sandbox. A script says what is heard; roles, hearing, evidence, scores and the end are those of
// any call. No recording is read, no provider is asked, and no minutes are counted.
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { AnalysisClaims } from '../../analysis/claims/analysis-claims.js';
import type { CallAnalyst } from '../../ports/call-analyst.js';
import { troubleSentence } from '../../ports/engine-trouble.js';
import { type HeardScenario, SandboxEngines, type Scenario } from '../../ports/scenario.js';
import type { Measurement } from '../../speech/listening/measure-pcm.js';
import { type AttributedPiece, type HeardPart, partsByEngine } from '../../speech/pieces/pieces-by-engine.js';
import { measurementOf, piecesOf } from '../../speech/pieces/scenario-pieces.js';
import { WorkRefused } from '../../work/claim.js';
import { AnalyseCall } from './analyse-call.js';
import { AssembleTranscript } from './assemble-transcript.js';
import type { CallRun } from './call-run.js';
import { RememberingAnalyst } from './remembering-analyst.js';
import { SettleCall } from './settle-call.js';
import { type TranscribedCall, withHearing } from './transcribe-call.js';

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
    const judged = await this.analyseCall.run(run, measurement.durationMs, heard.transcript, analyst);
    run.signal.throwIfAborted();
    await this.settleCall.complete(run, measurement, heard, judged);
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
    const pieces = await this.hear(run, scenario, script);
    const transcript =
      (await this.assembleTranscript.findDone(run.call)) ??
      (await this.assembleTranscript.run(run, { measurement, pieces, voices: null, analyst }));
    return withHearing(transcript, measurement, this.partsOf(pieces, scenario));
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

  private partsOf(pieces: readonly AttributedPiece[], scenario: Scenario): readonly HeardPart[] {
    if (pieces.length > 0) return partsByEngine(pieces);
    const { name: engine, grade, hearing } = this.engines.listenerOf(scenario);
    return [{ engine, grade, hearing, pieces: [], speechMs: 0 }];
  }
}
