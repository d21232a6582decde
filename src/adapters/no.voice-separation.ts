// Stands in where no speaker models are installed.
import { operatorCommand } from '../platform/config/operator-command.js';
import { VoiceSeparation } from '../ports/voice-separation.js';

export class NoVoiceSeparation extends VoiceSeparation {
  readonly description: string;
  readonly maxVoices = 1;

  /** @param preset the one that an operator would install */
  constructor(preset = 'small-en') {
    super();
    this.description =
      'Statistics of the recording tell the voices of mono calls apart where the engine does not; ' +
      `${operatorCommand(`models:install ${preset}`)} brings models for it.`;
  }

  async separate(): Promise<null> {
    return null;
  }
}
