// When the minutes of the plan are asked for again: whatever takes some says so.
import { signal } from '@preact/signals';

export const minutesRound = signal(0);

export function refreshMinutes(): void {
  minutesRound.value += 1;
}
