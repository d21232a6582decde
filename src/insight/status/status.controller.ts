import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller } from '../../platform/http/access/caller.js';
import { AccountStatus } from './account-status.js';
import { AccountStatusResponse } from './status.responses.js';

@ApiTags('Users')
@Controller('status')
export class StatusController {
  constructor(private readonly status: AccountStatus) {}

  @Get()
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'getStatus',
    summary: 'Get the status of the system',
    description:
      'Calls and batches of the account, in both modes; engines and retention of the whole service. The state of ' +
      'each source is in `GET /sources`.',
  })
  @ApiOkResponse({ type: AccountStatusResponse, description: 'The status at this moment.' })
  async getStatus(@CurrentCaller() { accountId }: Caller): Promise<AccountStatusResponse> {
    return AccountStatusResponse.of(await this.status.read(accountId));
  }
}
