// The routes of an account's settings for retention.
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { RetentionSettings } from './retention-settings.js';
import { RetentionSettingsRequest } from './retention-settings.requests.js';
import { RetentionSettingsResponse, UpdatedRetentionResponse } from './retention-settings.responses.js';

@ApiTags('Data')
@Controller('settings/retention')
export class RetentionSettingsController {
  constructor(private readonly settings: RetentionSettings) {}

  @Get()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'getRetentionSettings',
    summary: 'Get the retention settings',
    description: 'How long each part of the calls is kept, in both modes, and the most that the operator allows.',
  })
  @ApiOkResponse({ type: RetentionSettingsResponse, description: 'The settings.' })
  getRetentionSettings(@CurrentCaller() { accountId }: Caller): Promise<RetentionSettingsResponse> {
    return this.settings.get(accountId);
  }

  @Put()
  @ForCaller('data:govern')
  @ApiOperation({
    operationId: 'updateRetentionSettings',
    summary: 'Update the retention settings',
    description:
      'Replaces all settings: an omitted member gets its default. They also apply to calls that are stored, except for calls with ' +
      '`retention_days` of their own. A first round that would delete more than 100 calls, or parts of them, and more than 1 % of ' +
      'all waits for 24 hours, and the owner gets a mail; `confirm` lets it go at once. With `dry_run` nothing changes, and the ' +
      'answer is what the settings would delete now. A test key may not change the settings.',
  })
  @ApiOkResponse({
    type: UpdatedRetentionResponse,
    description: 'The settings as they now are; with `dry_run` the counts.',
  })
  @Refuses(liveObject())
  async updateRetentionSettings(
    @CurrentCaller() caller: Caller,
    @Body() request: RetentionSettingsRequest,
  ): Promise<UpdatedRetentionResponse> {
    const wanted = request.settings();
    if (request.dry_run) return UpdatedRetentionResponse.dryRun(await this.settings.dryRun(caller, wanted));
    return this.settings.replace(caller, wanted, request.confirm ?? false);
  }
}
