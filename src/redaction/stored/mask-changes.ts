// The texts of what a person puts right in a transcript. Pure.

interface Changes {
  readonly segments: readonly { readonly id: number; readonly text?: string }[];
}

/** @param text JSON @param edit gives the masked text of a segment */
export function maskChanges(text: string, edit: (segmentId: number, text: string) => string): string {
  const changes: Changes = JSON.parse(text);
  const segments = changes.segments.map((change) =>
    change.text ? { ...change, text: edit(change.id, change.text) } : change,
  );
  return JSON.stringify({ ...changes, segments });
}
