// Tells operators while the speech engine is less than calls need: it does without a model that it was set up with (by readiness,
// metric and log), or is good enough for a demonstration only (by readiness).
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { CheckNote, ReadinessChecks } from '../../platform/operations/readiness-checks.js';
import { SpeechToText } from '../../ports/speech-to-text.js';

const DEMO_NOTE =
  'The speech engine is for demonstrations only. For real calls, set OPENAI_API_KEY or OPENAI_BASE_URL, or install a model.';

@Injectable()
export class EngineShortfall implements OnModuleInit {
  private readonly logger = new Logger(EngineShortfall.name);
  private reported: string | null = null;

  constructor(
    private readonly speechToText: SpeechToText,
    private readonly readiness: ReadinessChecks,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    this.metrics.gauge(
      'speech_model_lost',
      'Whether the speech engine does without a model that it was set up with, 0 or 1.',
      [],
      (gauge) => gauge.set(this.speechToText.shortfall === null ? 0 : 1),
    );
    this.readiness.add(
      'speech_model',
      async () => {
        const { shortfall } = this.speechToText;
        if (shortfall !== null) throw new CheckNote(shortfall);
      },
      { required: false },
    );
    this.readiness.add(
      'speech_engine',
      async () => {
        if (this.speechToText.engine.grade === 'demo') throw new CheckNote(DEMO_NOTE);
      },
      { required: false },
    );
  }

  /** Writes one line for each change, however many calls meet it. */
  report(): void {
    const { shortfall } = this.speechToText;
    if (shortfall === this.reported) return;
    this.reported = shortfall;
    if (shortfall === null) this.logger.log('The speech engine has all of its models again');
    else this.logger.warn({ shortfall }, 'The speech engine goes on without one of its models');
  }
}
