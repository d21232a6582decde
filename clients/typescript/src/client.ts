import { Analyses } from './analyses.js';
import { Sender } from './http/sender.js';
import { Resources } from './resources.generated.js';
import type { Settings as ClientSettings } from './settings.js';
import { Uploads } from './uploads.js';

/** The operations of the service, by their resources. */
export abstract class Client extends Resources {
  readonly analyses: Analyses;
  readonly uploads: Uploads;

  protected constructor(settings: ClientSettings) {
    const sender = new Sender(settings);
    super(sender);
    this.analyses = new Analyses(sender);
    this.uploads = new Uploads(sender);
  }
}
