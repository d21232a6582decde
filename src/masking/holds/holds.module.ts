import { Module } from '@nestjs/common';
import { WebhooksModule } from '../../webhooks/webhooks.module.js';
import { HoldReader } from './hold-reader.js';
import { HoldSweep } from './hold-sweep.js';
import { HoldsController } from './holds.controller.js';
import { PlaceHold } from './place-hold.js';
import { ReleaseHold } from './release-hold.js';

@Module({ imports: [WebhooksModule], providers: [HoldReader, ReleaseHold], exports: [HoldReader, ReleaseHold] })
class ReleasingModule {}

/** The routes of holds. */
@Module({ imports: [ReleasingModule], controllers: [HoldsController], providers: [PlaceHold] })
export class HoldsApiModule {}

/** Goes on with large holds, and ends those that are due. */
@Module({ imports: [ReleasingModule], providers: [HoldSweep] })
export class HoldsModule {}
