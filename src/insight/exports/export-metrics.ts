// Metrics of exports: how they end, how long they take, and what they write.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import type { ClaimedExport, WrittenFile } from './export-claims.js';

/** Seconds, from a handful of calls to the longest that a snapshot may live. */
const BUCKETS = [0.25, 1, 5, 15, 60, 300, 900, 1_800, 7_200];

@Injectable()
export class ExportMetrics {
  private readonly settledExports;
  private readonly turnarounds;
  private readonly rows;
  private readonly bytes;
  private readonly handBacks;

  constructor(metrics: Metrics) {
    this.settledExports = metrics.counter('exports_settled_total', 'Exports that have ended.', ['status', 'format']);
    this.turnarounds = metrics.histogram(
      'export_turnaround_seconds',
      'Time from the request of an export to its end.',
      ['status'],
      BUCKETS,
    );
    this.rows = metrics.counter('export_rows_total', 'Rows of completed exports.', ['format']);
    this.bytes = metrics.counter('export_bytes_total', 'Bytes of completed exports.', ['format']);
    this.handBacks = metrics.counter('export_hand_backs_total', 'Exports put back to be written later.', ['reason']);
  }

  completed(work: ClaimedExport, { rows, bytes }: WrittenFile): void {
    const { format } = work;
    this.rows.inc({ format }, rows);
    this.bytes.inc({ format }, bytes);
    this.settled('completed', work);
  }

  failed(work: ClaimedExport): void {
    this.settled('failed', work);
  }

  handedBack(reason: string): void {
    this.handBacks.inc({ reason });
  }

  private settled(status: 'completed' | 'failed', { format, createdAt }: ClaimedExport): void {
    this.settledExports.inc({ status, format });
    this.turnarounds.observe({ status }, Math.max(0, Date.now() - createdAt.getTime()) / 1000);
  }
}
