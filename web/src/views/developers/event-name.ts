import { named } from '../../texts/texts.js';

export const eventName = (event: string): string => named('developers.event', event.replace('.', '_'));
