// Closes sessions that are due. One worker does so for all.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SharedRound } from '../../../platform/operations/shared-round.js';
import { CloseCalibration } from './close-calibration.js';

/** A session is closed so long after it is due, at most. */
const SWEEP_INTERVAL_MS = 10_000;

@Injectable()
export class CalibrationSweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(CalibrationSweep.name);
  private readonly round: SharedRound;

  constructor(
    dataSource: DataSource,
    private readonly closing: CloseCalibration,
  ) {
    this.round = new SharedRound(dataSource, {
      name: 'calibrations',
      run: () => this.sweep(),
      onError: (error) =>
        this.logger.warn({ err: error }, 'Closing of due calibrations failed; the next sweep tries again'),
    });
  }

  onApplicationBootstrap(): void {
    this.round.start(SWEEP_INTERVAL_MS);
  }

  onApplicationShutdown(): Promise<void> {
    return this.round.stop();
  }

  async sweep(): Promise<void> {
    while ((await this.closing.closeDue()) > 0);
  }
}
