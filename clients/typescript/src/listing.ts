import { answerError } from './error.js';

/** How many items a page holds when the caller does not say. */
const PAGE_ITEMS = 100;

/** A part of a list, as one answer gives it. */
export interface ItemsPage<Item> {
  readonly items: readonly Item[];
  /** How many the whole list holds. */
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}

/** The same in the form that lists of analyses have. */
export interface DataPage<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly total: number;
}

/**
 * A list: `for await` goes through all of its items, and asks for a page when it comes to it; `await` gives the page that was
 * asked for alone.
 */
export class Listing<Page extends ItemsPage<Item> | DataPage<Item>, Item>
  implements AsyncIterable<Item>, PromiseLike<Page>
{
  /**
   * @param skip how many items the first page leaves out
   * @param limit how many items a page holds; undefined leaves it to the service for one page
   * @param pageItems how many it holds then in an iteration
   */
  constructor(
    private readonly pageAt: (skip: number, limit: number | undefined) => Promise<Page>,
    private readonly skip = 0,
    private readonly limit?: number,
    private readonly pageItems = PAGE_ITEMS,
  ) {}

  // biome-ignore lint/suspicious/noThenProperty: `await` is meant to give the first page
  then<Kept = Page, Lost = never>(
    onPage?: ((page: Page) => Kept | PromiseLike<Kept>) | null,
    onError?: ((error: unknown) => Lost | PromiseLike<Lost>) | null,
  ): Promise<Kept | Lost> {
    return this.pageAt(this.skip, this.limit).then(onPage, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let { skip } = this;
    for (;;) {
      const page = await this.pageAt(skip, this.limit ?? this.pageItems);
      const items = 'items' in page ? page.items : page.data;
      if (!Array.isArray(items)) throw answerError('The service answered with a page that has no items.');
      yield* items;
      skip += items.length;
      const isLast = 'has_more' in page ? !page.has_more : skip >= page.total;
      // An empty page ends it whatever else it says: the next one would be the same.
      if (isLast || items.length === 0) return;
    }
  }
}
