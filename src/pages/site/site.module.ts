import { Module } from '@nestjs/common';
import { LandingController } from './landing.controller.js';

/** What people see of the service besides its API. */
@Module({ controllers: [LandingController] })
export class SiteModule {}
