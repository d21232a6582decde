// The routes of an account's settings of what is masked in its calls.
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { RedactionSettings } from './redaction-settings.js';
import { RedactionSettingsRequest } from './redaction-settings.requests.js';
import { RedactionSettingsResponse } from './redaction-settings.response.js';

@ApiTags('Redaction')
@Controller('settings/redaction')
export class RedactionSettingsController {
  constructor(private readonly settings: RedactionSettings) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getRedactionSettings',
    summary: 'Read what is masked in calls',
    description: 'Of the account, in both modes. An account that has set nothing has `mode` `off`.',
  })
  @ApiOkResponse({ type: RedactionSettingsResponse, description: 'The settings.' })
  async getRedactionSettings(@CurrentCaller() { accountId }: Caller): Promise<RedactionSettingsResponse> {
    return RedactionSettingsResponse.of(await this.settings.get(accountId));
  }

  @Put()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'updateRedactionSettings',
    summary: 'Set what is masked in calls',
    description:
      'All of it: a member that is left out gets its default, and one that the service does not know is refused. It holds for calls ' +
      'that are accepted from now on, in both modes; a call keeps what held when it was accepted. No key has the scope unless it was ' +
      'asked for by name, and a test key may not change it. `agent_id`, `contact_id` and `metadata` are your own and are never masked.',
  })
  @ApiOkResponse({ type: RedactionSettingsResponse, description: 'The settings as they now are.' })
  @Refuses(liveObject())
  async updateRedactionSettings(
    @CurrentCaller() caller: Caller,
    @Body() request: RedactionSettingsRequest,
  ): Promise<RedactionSettingsResponse> {
    const settings = request.settings();
    await this.settings.replace(caller, settings);
    return RedactionSettingsResponse.of(settings);
  }
}
