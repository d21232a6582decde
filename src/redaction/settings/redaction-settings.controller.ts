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
    summary: 'Get the masking settings',
    description: 'Settings of the account, for both modes. Without settings, `mode` is `off`.',
  })
  @ApiOkResponse({ type: RedactionSettingsResponse, description: 'The settings.' })
  async getRedactionSettings(@CurrentCaller() { accountId }: Caller): Promise<RedactionSettingsResponse> {
    return RedactionSettingsResponse.of(await this.settings.get(accountId));
  }

  @Put()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'updateRedactionSettings',
    summary: 'Update the masking settings',
    description:
      'Replaces all settings: an omitted member gets its default, and an unknown one is refused. Applies to ' +
      'calls accepted from now on, in both modes; a call keeps the settings under which it was accepted. A key ' +
      'needs the scope explicitly, and a test key may not change the settings. `agent_id`, `contact_id` and ' +
      '`metadata` are your own and are never masked.',
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
