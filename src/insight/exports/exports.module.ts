import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../calls/analysis.module.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { Signatures } from '../../platform/audit/signatures.js';
import { OutboundModule } from '../../platform/outbound/outbound.module.js';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { DoorbellsModule } from '../../work/doorbells.js';
import { WorkModule, workerOf } from '../../work/work.module.js';
import { WriteEvidence } from './evidence/write-evidence.js';
import { EvidenceController } from './evidence.controller.js';
import { ExportClaims } from './export-claims.js';
import { ExportFileController } from './export-file.controller.js';
import { ExportFiles } from './export-files.js';
import { ExportLinks } from './export-link.js';
import { ExportMetrics } from './export-metrics.js';
import { ExportNotices } from './export-notices.js';
import { ExportSweep } from './export-sweep.js';
import { ExportWork } from './export-work.js';
import { ExportsController } from './exports.controller.js';
import { Exports } from './exports.service.js';
import { StartExport } from './start-export.js';
import { WriteExport } from './write-export.js';

/** The worker's end of exports. */
@Module({
  imports: [AnalysisModule, WebhooksModule, WorkModule],
  providers: [
    ExportClaims,
    ExportFiles,
    ExportMetrics,
    ExportNotices,
    ExportSweep,
    ExportWork,
    Signatures,
    WriteEvidence,
    WriteExport,
    YieldToCalls,
    workerOf(ExportWork),
  ],
})
export class ExportsModule {}

/** The routes of exports, and of links to their files. */
@Module({
  imports: [DoorbellsModule, OutboundModule],
  controllers: [ExportsController, ExportFileController, EvidenceController],
  providers: [ExportLinks, Exports, StartExport],
})
export class ExportsApiModule {}
