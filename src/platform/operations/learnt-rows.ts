// Keeps in Postgres what was learnt of servers, so that other processes and the next start know it. Every time is by Postgres's
// clock.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryPrepared } from '../database/prepared.js';
import { EngineLearning, LEARNT_FOR_MS, type Learnt, type LearntOf, type LearntStore } from './engine-learning.js';

@Injectable()
export class LearntRows implements LearntStore, OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    private readonly learning: EngineLearning,
  ) {}

  onModuleInit(): void {
    this.learning.keepIn(this);
  }

  async read({ engine, server }: LearntOf): Promise<{ readonly learnt: Learnt; readonly ageMs: number } | null> {
    const values = [engine, server, LEARNT_FOR_MS];
    const [row] = await queryPrepared<{ learnt: Learnt; age_ms: number }>(this.dataSource, READ, values);
    return row ? { learnt: row.learnt, ageMs: row.age_ms } : null;
  }

  async add({ engine, server }: LearntOf, learnt: Learnt): Promise<void> {
    await queryPrepared(this.dataSource, ADD, [engine, server, JSON.stringify(learnt), LEARNT_FOR_MS]);
  }
}

const READ = {
  name: 'engine-learnt',
  text: `SELECT learnt, age_ms FROM (
           SELECT learnt, extract(epoch FROM now() - learnt_at)::float8 * 1000 AS age_ms
           FROM engine_learnt WHERE engine = $1 AND server = $2) AS known
         WHERE age_ms < $3`,
};

/** The hour counts from the first fact, so that a server is asked again for all of them at once. */
const ADD = {
  name: 'engine-learns',
  text: `INSERT INTO engine_learnt AS known (engine, server, learnt) VALUES ($1, $2, $3)
         ON CONFLICT (engine, server) DO UPDATE SET
           learnt = CASE WHEN known.learnt_at > now() - $4::float8 * interval '1 millisecond'
             THEN known.learnt || excluded.learnt ELSE excluded.learnt END,
           learnt_at = CASE WHEN known.learnt_at > now() - $4::float8 * interval '1 millisecond'
             THEN known.learnt_at ELSE now() END`,
};
