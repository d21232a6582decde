// A form with its revisions, as every part of its view needs them.
import type { CallAnalysis, Scorecard, ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';

const PAGE_REVISIONS = 20;

export interface CardData {
  readonly card: Scorecard;
  /** Newest first; no more than a page. */
  readonly revisions: readonly ScorecardRevision[];
  /** How many there are. */
  readonly total: number;
  /** The one that calls are judged by. */
  readonly published: ScorecardRevision | null;
  /** The one that is looked at; null before the first is saved. */
  readonly shown: ScorecardRevision | null;
  /** How many calls were judged. */
  readonly judged: number;
}

/** @param wanted a number of the address; null for the newest draft, or else the published one */
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

/** With a revision as it is now. */
export const withRevision = (data: CardData, now: ScorecardRevision): CardData => {
  const put = <Kept extends ScorecardRevision | null>(one: Kept) => (one?.revision === now.revision ? now : one);
  return { ...data, revisions: data.revisions.map(put), shown: put(data.shown), published: put(data.published) };
};
