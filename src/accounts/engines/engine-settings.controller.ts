// The routes of the engines that an account has chosen.
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { liveObject } from '../../platform/database/lock-for-change.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { EngineSettings } from './engine-settings.js';
import { EngineSettingsRequest } from './engine-settings.requests.js';
import { EngineSettingsResponse } from './engine-settings.responses.js';

@ApiTags('Engines')
@Controller('settings/engines')
export class EngineSettingsController {
  constructor(private readonly settings: EngineSettings) {}

  @Get()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'getEngineSettings',
    summary: 'Get the engines',
    description:
      'What transcribes and judges the calls of the account, and what may be chosen. Without a choice, and where ' +
      'nothing is offered, the service decides.',
  })
  @ApiOkResponse({ type: EngineSettingsResponse, description: 'The settings.' })
  getEngineSettings(@CurrentCaller() { accountId }: Caller): Promise<EngineSettingsResponse> {
    return this.settings.get(accountId);
  }

  @Put()
  @ForCaller('settings:write')
  @ApiOperation({
    operationId: 'updateEngineSettings',
    summary: 'Choose the engines',
    description:
      'Applies to calls accepted from now on, in both modes; a call keeps the engines under which it was accepted. ' +
      'Where the service allows it, you may give your own key at the provider. If the provider refuses it, only ' +
      'your calls wait, and the owner gets a mail. A test key may not change the settings.',
  })
  @ApiOkResponse({ type: EngineSettingsResponse, description: 'The settings as they now are.' })
  @Refuses(liveObject())
  updateEngineSettings(
    @CurrentCaller() caller: Caller,
    @Body() request: EngineSettingsRequest,
  ): Promise<EngineSettingsResponse> {
    return this.settings.change(caller, request);
  }
}
