import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsReader } from './statistics-reader.js';

/** The route of statistics. */
@Module({ controllers: [StatisticsController], providers: [StatisticsReader] })
export class StatisticsApiModule {}
