// Has speech vendors delete what they keep of calls that are transcribed, or deleted. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedRound } from '../../platform/operations/shared-round.js';
import { SpeechToText } from '../../ports/speech-to-text.js';

const INTERVAL_MS = 60_000;

@Injectable()
export class VendorCopies implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(VendorCopies.name);
  private readonly ended = new AbortController();
  private readonly round: SharedRound;

  constructor(
    dataSource: DataSource,
    private readonly speechToText: SpeechToText,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'vendor-copies',
      run: () => speechToText.sweep(this.ended.signal),
      onError: (error) => {
        if (!this.ended.signal.aborted)
          this.logger.warn({ err: error }, 'Copies at a speech vendor were not deleted; the next round tries again');
      },
    });
  }

  onApplicationBootstrap(): void {
    if (this.speechToText.leavesCopies) this.round.start(INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    this.ended.abort();
    return this.round.stop();
  }
}
