import { valueError } from '../../../platform/errors/validation-messages.js';
import type { Problem } from '../../../platform/http/validation/field-rules.js';
import { Flag, OptionalText, Text, Whole } from '../../../platform/http/validation/fields.js';
import { NestedList, OneOfMap } from '../../../platform/http/validation/list-fields.js';
import { prepareText, ROLES, type Role, type TranscriptChanges } from './correcting/transcript-changes.js';

const MAX_SEGMENTS = 1_000;
const MAX_TEXT_CHARACTERS = 5_000;
const MAX_SPEAKERS = 100;
const MAX_LABEL_CHARACTERS = 32;
const MAX_ID_CHARACTERS = 255;
const MAX_NOTE_CHARACTERS = 2_000;

export class CorrectedSegmentRequest {
  @Whole({ min: 0, description: 'Its `id` in the transcript.', example: 3 })
  id: number;

  @OptionalText({
    max: MAX_LABEL_CHARACTERS,
    description: 'Who speaks: `agent`, `customer`, or another label of the transcript.',
    example: 'customer',
  })
  speaker?: string | null;

  @OptionalText({
    min: 0,
    max: MAX_TEXT_CHARACTERS,
    description:
      'The corrected text, on one line: line breaks become spaces. Empty if nothing was said. The segment keeps ' +
      'its times.',
    example: 'My date of birth is the fourth of May.',
  })
  text?: string | null;
}

export class CreateCorrectionRequest {
  @Whole({
    min: 1,
    description:
      'The `version` of the transcript that you corrected. If it has a newer version by now, nothing is changed.',
    example: 1,
  })
  base_version: number;

  @Flag({ description: 'Agent and customer change places, in the whole call.', example: true, optional: true })
  swap_roles?: boolean | null;

  @OneOfMap(ROLES, {
    description:
      'Roles of the speakers, by the labels of the current transcript. Applied before `swap_roles`. Repeating a ' +
      'label’s current role confirms it.',
    example: { speaker_0: 'agent', speaker_1: 'customer' },
    maxKeys: MAX_SPEAKERS,
    key: { max: MAX_LABEL_CHARACTERS },
    optional: true,
  })
  speakers?: Record<string, Role> | null;

  @NestedList(CorrectedSegmentRequest, {
    description: 'Single segments, each at most once. Applied before `speakers` and `swap_roles`.',
    min: 0,
    max: MAX_SEGMENTS,
    findFaults: findRepeated,
    optional: true,
  })
  segments?: CorrectedSegmentRequest[] | null;

  @Text({ max: MAX_ID_CHARACTERS, trim: true, description: 'Your identifier of the reviewer.', example: 'mara' })
  reviewer_id: string;

  @OptionalText({ max: MAX_NOTE_CHARACTERS, description: 'Why.', example: 'Channels were mixed up at the switch.' })
  note?: string | null;
}

function findRepeated(items: readonly unknown[]): Problem[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, at): Problem[] => {
    const id = item instanceof Object && 'id' in item ? item.id : undefined;
    if (id === undefined || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ type: 'value_error', msg: valueError('a segment can be given once'), path: [String(at), 'id'] }];
  });
}

export function changesOf({ swap_roles, speakers, segments }: CreateCorrectionRequest): TranscriptChanges {
  return {
    swapRoles: swap_roles === true,
    speakers: speakers ?? {},
    segments: (segments ?? []).map(({ id, speaker, text }) => ({
      id,
      ...(typeof speaker === 'string' && { speaker }),
      ...(typeof text === 'string' && { text: prepareText(text) }),
    })),
  };
}

export class CorrectionPageQuery {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
