// Metrics of what exports write.
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import type { ClaimedExport, WrittenFile } from './export-claims.js';

@Injectable()
export class ExportMetrics {
  private readonly rows;
  private readonly bytes;

  constructor(metrics: Metrics) {
    this.rows = metrics.counter('export_rows_total', 'Rows of completed exports.', ['format']);
    this.bytes = metrics.counter('export_bytes_total', 'Bytes of completed exports.', ['format']);
  }

  written({ format }: ClaimedExport, { rows, bytes }: WrittenFile): void {
    this.rows.inc({ format }, rows);
    this.bytes.inc({ format }, bytes);
  }
}
