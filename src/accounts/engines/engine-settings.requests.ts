import { Nested, Text } from '../../platform/http/validation/fields.js';
import { ObjectWith } from '../../platform/http/validation/object-rules.js';

const MAX_NAME_CHARACTERS = 40;
const MAX_KEY_CHARACTERS = 500;

@ObjectWith({ isClosed: true })
export class ChosenEngineRequest {
  @Text({ description: 'An engine of `offered`.', example: 'centre', max: MAX_NAME_CHARACTERS })
  engine: string;

  @Text({
    description:
      'Your own key at the provider of the engine, which then bills you. It is never returned. If omitted, the key of the ' +
      'service is used, and a key that you gave before is forgotten.',
    example: 'key-of-your-own',
    max: MAX_KEY_CHARACTERS,
    trim: true,
    pattern: /^[\x21-\x7e]+$/,
    optional: true,
  })
  api_key?: string | null;
}

const UNCHANGED = 'Null takes the engine of the service; if omitted, nothing changes.';

@ObjectWith({ isClosed: true })
export class EngineSettingsRequest {
  @Nested(ChosenEngineRequest, { description: `What transcribes your calls. ${UNCHANGED}`, optional: true })
  transcription?: ChosenEngineRequest | null;

  @Nested(ChosenEngineRequest, {
    description: `What judges your calls and answers the questions of scorecards. ${UNCHANGED}`,
    optional: true,
  })
  analysis?: ChosenEngineRequest | null;
}
