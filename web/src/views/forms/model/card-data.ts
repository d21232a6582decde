// A scorecard with its revisions, as the parts of its page need it.
import type { CallAnalysis, Scorecard, ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';

const PAGE_REVISIONS = 20;

export interface CardData {
  readonly card: Scorecard;
  /** Newest first; at most one page. */
  readonly revisions: readonly ScorecardRevision[];
  /** Number of all revisions. */
  readonly total: number;
  /** Revision by which calls are evaluated. */
  readonly published: ScorecardRevision | null;
  /** Revision that is shown; null before the first one is saved. */
  readonly shown: ScorecardRevision | null;
  /** Number of evaluated calls. */
  readonly judged: number;
}

/** @param wanted a number in the URL; null for the newest draft, or else the published revision */
export async function loadCard(
  client: CallAnalysis,
  id: string,
  wanted: number | null,
  signal: AbortSignal,
): Promise<CardData> {
  const [card, page, evaluations] = await Promise.all([
    client.scorecards.get(id, { signal }),
    client.scorecards.listRevisions(id, { limit: PAGE_REVISIONS }, { signal }),
    client.evaluations.list({ scorecard_id: id, limit: 1 }, { signal }),
  ]);
  const revisionAt = async (number: number) =>
    page.items.find(({ revision }) => revision === number) ?? client.scorecards.getRevision(id, number, { signal });
  const published = card.revision === null ? null : await revisionAt(card.revision);
  const newest = page.items.find(({ status }) => status === 'draft') ?? published;
  const shown = wanted === null ? newest : await revisionAt(wanted);
  return { card, revisions: page.items, total: page.total, published, shown, judged: evaluations.total };
}

/** Replaces a revision by its current state. */
export const withRevision = (data: CardData, now: ScorecardRevision): CardData => {
  const put = <Kept extends ScorecardRevision | null>(one: Kept) => (one?.revision === now.revision ? now : one);
  return { ...data, revisions: data.revisions.map(put), shown: put(data.shown), published: put(data.published) };
};
