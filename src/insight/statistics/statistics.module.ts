import { Module } from '@nestjs/common';
import { StatisticsController } from './reading/statistics.controller.js';
import { StatisticsReader } from './reading/statistics-reader.js';
import { StatisticsBacklog } from './sums/statistics-backlog.js';
import { StatisticsSweep } from './sums/statistics-sweep.js';

/** The route of statistics. */
@Module({ controllers: [StatisticsController], providers: [StatisticsReader] })
export class StatisticsApiModule {}

/** The periodic work of the statistics, for worker processes. */
@Module({ providers: [StatisticsBacklog, StatisticsSweep] })
export class StatisticsSumsModule {}
