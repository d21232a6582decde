// A plugin of Swagger UI. It runs in the browser from its source text, so it may use nothing of this file but types.

interface Renderer {
  createElement(
    tag: string,
    attributes: Readonly<Record<string, string | ((event: { target: { value: string } }) => void)>>,
    children?: readonly unknown[],
  ): unknown;
}

interface FilterProps {
  readonly layoutSelectors: { currentFilter(): unknown };
  readonly layoutActions: { updateFilter(phrase: string): void };
}

interface ShownOperation {
  getIn(path: readonly string[]): string | undefined;
  get(name: string): string;
}

interface ShownOperations {
  readonly size: number;
  filter(keep: (operation: ShownOperation) => boolean): ShownOperations;
}

interface ShownTag {
  get(name: 'operations'): ShownOperations;
  set(name: 'operations', operations: ShownOperations): ShownTag;
}

interface ShownTags {
  map(change: (tag: ShownTag) => ShownTag): ShownTags;
  filter(keep: (tag: ShownTag) => boolean): ShownTags;
}

/**
 * Filters the operations by path, summary or tag. Swagger UI by itself knows only tags.
 */
export function filterOperations({ React }: { readonly React: Renderer }) {
  return {
    components: {
      FilterContainer: ({ layoutSelectors, layoutActions }: FilterProps) => {
        const current = layoutSelectors.currentFilter();
        const input = React.createElement('input', {
          className: 'operation-filter-input',
          type: 'search',
          placeholder: 'Filter by path or word',
          'aria-label': 'Filter the operations by path or word',
          value: typeof current === 'string' && current !== 'true' ? current : '',
          onChange: (event) => layoutActions.updateFilter(event.target.value),
        });
        return React.createElement('div', { className: 'filter-container' }, [
          React.createElement('section', { className: 'filter wrapper', key: 'filter' }, [input]),
        ]);
      },
    },
    fn: {
      opsFilter: (tags: ShownTags, phrase: string): ShownTags => {
        const wanted = phrase.trim().toLowerCase();
        const isWanted = (operation: ShownOperation) =>
          [
            operation.get('method'),
            operation.get('path'),
            operation.getIn(['operation', 'summary']),
            operation.getIn(['operation', 'tags', '0']),
          ]
            .join(' ')
            .toLowerCase()
            .includes(wanted);
        return tags
          .map((tag) => tag.set('operations', tag.get('operations').filter(isWanted)))
          .filter((tag) => tag.get('operations').size > 0);
      },
    },
  };
}
