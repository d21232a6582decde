// Whether a notification is on its way just now. Without the browser.

/** An attempt that is due so soon is waited for; a later one is found when the page is opened again. */
const SOON_MS = 20_000;

interface Due {
  readonly status: string;
  readonly next_attempt_at: string | null;
}

export const isMoving = ({ status, next_attempt_at }: Due, now: number): boolean =>
  status === 'pending' && next_attempt_at !== null && Date.parse(next_attempt_at) - now < SOON_MS;
