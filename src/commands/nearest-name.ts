// The name that someone meant who mistyped it.
import { editDistance } from '../platform/config/checks/edit-distance.js';

/** More edits than this share of the letters make another word. Two letters that changed places are two edits. */
const MAX_EDIT_SHARE = 0.5;

/** @returns the name that needs the fewest edits, or null where all are too far from what was typed */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, edits: editDistance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, edits }) => edits <= Math.max(1, name.length * MAX_EDIT_SHARE))
    .sort((one, other) => one.edits - other.edits);
  return nearest?.name ?? null;
}
