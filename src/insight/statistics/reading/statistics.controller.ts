// The route of statistics: figures of many calls, evaluations or answers.
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { isAgent, sightOfTeams } from '../../../access/rights.js';
import { ForCaller } from '../../../platform/http/access/access.js';
import { type Caller, CurrentCaller, seenBy } from '../../../platform/http/access/caller.js';
import { JSON_TYPE, sendText } from '../../../platform/http/body/send-text.js';
import { Refuses } from '../../../platform/http/openapi/refuses.js';
import { StatisticsQuery } from './statistics.requests.js';
import {
  AnswerStatisticsResponse,
  CallStatisticsResponse,
  EvaluationStatisticsResponse,
} from './statistics.responses.js';
import { tooManyCalls, tooManyRows } from './statistics-errors.js';
import { StatisticsReader } from './statistics-reader.js';

const RESPONSES = [CallStatisticsResponse, EvaluationStatisticsResponse, AnswerStatisticsResponse] as const;

@ApiTags('Statistics')
@Controller('statistics')
export class StatisticsController {
  constructor(private readonly reader: StatisticsReader) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getStatistics',
    summary: 'Count and compare calls, evaluations or answers',
    description:
      'Means with 95 % intervals, exact medians, rates and counts, by one or two groupings. Deletions, reviews ' +
      'and corrections up to `as_of` are included. Groupings by `contact` and `metadata:KEY` (other than ' +
      '`metadata:team`), and filters such as scores, read each call, 2,000,000 calls at most.',
  })
  @ApiExtraModels(...RESPONSES)
  @ApiOkResponse({
    schema: { anyOf: RESPONSES.map((type) => ({ $ref: getSchemaPath(type) })) },
    description: 'The figures of the type in `of`.',
  })
  @Refuses(tooManyRows(), tooManyCalls())
  async get(
    @CurrentCaller() caller: Caller,
    @Query() query: StatisticsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const isOfTeam = query.of_team === true && isAgent(caller.principal);
    const seen = isOfTeam ? { accountId: caller.accountId, sight: sightOfTeams(caller.principal) } : seenBy(caller);
    const json = await this.reader.read({ ...seen, livemode: caller.livemode, isOfTeam }, query);
    response.setHeader('Content-Type', JSON_TYPE);
    await sendText(response, piecesOf(json));
  }
}

/** Written at once, five thousand rows would be compressed at once. */
async function* piecesOf(json: Uint8Array): AsyncGenerator<Buffer, void, undefined> {
  for (let from = 0; from < json.length; from += PIECE)
    yield Buffer.from(json.buffer, json.byteOffset + from, Math.min(PIECE, json.length - from));
}

const PIECE = 65_536;
