import { Module } from '@nestjs/common';
import { StatisticsBacklog } from './statistics-backlog.js';
import { StatisticsSweep } from './statistics-sweep.js';

/** The periodic work of the statistics, for worker processes. */
@Module({ providers: [StatisticsBacklog, StatisticsSweep] })
export class StatisticsSumsModule {}
