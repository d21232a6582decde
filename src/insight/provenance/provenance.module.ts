import { Module } from '@nestjs/common';
import { Signatures } from '../../platform/audit/signatures.js';
import { ProvenanceController } from './provenance.controller.js';
import { ProvenanceReader } from './provenance-reader.js';

/** The route of the provenance of a call. */
@Module({ controllers: [ProvenanceController], providers: [ProvenanceReader, Signatures] })
export class ProvenanceApiModule {}
