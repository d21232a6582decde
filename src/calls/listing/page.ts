export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

export interface FoundPage {
  /** Ids in the order of the list. */
  readonly ids: readonly string[];
  readonly total: number;
}
