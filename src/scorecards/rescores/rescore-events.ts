// The events that a job which judges stored calls again can notify of.

export const RESCORE_EVENTS = ['rescore.completed'] as const;
