// The hits of the calls on a page. Their transcripts are read a few at a time: a page of ten-hour calls has 200 MB of them.

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { yieldToOthers } from '../../platform/concurrency/loop-turns.js';
import { TaskThreads } from '../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../platform/concurrency/thread-program.js';
import { queryRows } from '../../platform/database/sql.js';
import type { Looked } from './find-hits.js';
import { type HitsTask, hitsOfTranscript } from './hits-task.js';
import type { FoundCallResponse, SearchHitResponse } from './search.responses.js';

/** Characters of transcripts that are read together. */
const MAX_BATCH = 1_000_000;
/** A transcript up to here is read on the event loop, within a few milliseconds; of an hour or so. */
const MAX_HERE = 200_000;
const MAX_THREAD_MS = 20_000;

interface PageRow {
  readonly id: string;
  readonly created_at: Date;
  readonly agent_id: string;
  readonly length: number;
}

@Injectable()
export class Hits {
  private readonly threads = new TaskThreads({
    path: threadProgram(import.meta.dirname, 'hits.worker.js'),
    name: 'The thread of the search',
    maxHeapMb: 256,
    idleMs: 30_000,
  });

  /**
   * @param tx the snapshot in which the calls were found
   * @param ids in the order of the page
   */
  async of(tx: EntityManager, accountId: string, ids: readonly string[], looked: Looked): Promise<FoundCallResponse[]> {
    const calls = await queryRows<PageRow>(tx, PAGE, [ids, accountId]);
    const hits: SearchHitResponse[][] = [];
    for (const batch of batchesOf(calls)) {
      const transcripts = await queryRows<{ transcript: string }>(tx, TRANSCRIPTS, [batch.map(({ id }) => id)]);
      hits.push(...(await this.find({ transcripts: transcripts.map(({ transcript }) => transcript), looked })));
    }
    return calls.map(({ id, created_at, agent_id }, index) => ({
      analysis_id: id,
      created: Math.floor(created_at.getTime() / 1000),
      agent_id,
      hits: hits[index] ?? [],
    }));
  }

  private async find(task: HitsTask): Promise<SearchHitResponse[][]> {
    const { transcripts, looked } = task;
    if (transcripts.some(({ length }) => length > MAX_HERE))
      return this.threads.run<SearchHitResponse[][]>(task, AbortSignal.timeout(MAX_THREAD_MS));
    const hits: SearchHitResponse[][] = [];
    for (const transcript of transcripts) {
      hits.push(hitsOfTranscript(transcript, looked));
      await yieldToOthers();
    }
    return hits;
  }
}

function* batchesOf(calls: readonly PageRow[]): Generator<PageRow[]> {
  let batch: PageRow[] = [];
  let length = 0;
  for (const call of calls) {
    if (batch.length > 0 && length + call.length > MAX_BATCH) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(call);
    length += call.length;
  }
  if (batch.length > 0) yield batch;
}

/** The length is known without reading the text. */
const PAGE = `
  SELECT a.id, a.created_at, a.agent_id, octet_length(p.transcript) AS length
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
    JOIN analysis a ON a.id = wanted.id JOIN analysis_payload p ON p.analysis_id = a.id
  WHERE a.account_id = $2 AND p.transcript IS NOT NULL ORDER BY wanted.position`;
const TRANSCRIPTS = `
  SELECT p.transcript FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
    JOIN analysis_payload p ON p.analysis_id = wanted.id AND p.transcript IS NOT NULL
  ORDER BY wanted.position`;
