import { Flag, OneOf, Text, Uuids, Whole } from '../../platform/http/validation/fields.js';
import { ERASURE_SCOPES, type ErasureScope } from '../../wire/erasure.response.js';

const NAME = { max: 255, trim: true, optional: true } as const;

export class CreateErasureRequest {
  @Text({
    ...NAME,
    description: 'Erases what belongs to this contact. Give one of `contact_id`, `agent_id` and `analysis_ids`.',
    example: 'cust-42',
  })
  contact_id?: string | null;

  @Text({ ...NAME, description: 'Erases what belongs to this agent.', example: 'agent-7' })
  agent_id?: string | null;

  @Uuids({
    description: 'Erases these calls, in any state.',
    min: 1,
    max: 1_000,
    example: ['0b5e2f6c-9a51-4d3e-8c5a-7f1f0a6f4a10'],
    optional: true,
  })
  analysis_ids?: string[] | null;

  @OneOf(ERASURE_SCOPES, {
    description:
      '`calls`: the calls with all that belongs to them; the default, but for an agent. `recordings`: their recordings alone. `traces`: ' +
      'the name becomes `erased` everywhere, and calls stay; the default for an agent.',
    example: 'calls',
    optional: true,
  })
  scope?: ErasureScope | null;

  @Text({
    max: 1_000,
    trim: true,
    description: 'Why. The erased name in it is replaced.',
    example: 'Request of 3 November',
  })
  reason: string;

  @Text({ max: 255, trim: true, optional: true, description: 'Your reference, treated likewise.', example: 'DSR-118' })
  reference?: string | null;

  @Flag({ default: false, description: 'Counts alone; nothing is erased.', example: false })
  dry_run: boolean;
}

export class ErasurePageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
