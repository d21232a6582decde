import { named } from '../../texts/texts.js';

/** What has happened then. */
export const eventName = (event: string): string => named('developers.event', event.replace('.', '_'));
