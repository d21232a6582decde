import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { filterOperations } from '../../../../src/platform/http/openapi/filter-operations.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** The few parts of an immutable list that the plugin touches. */
class Operations {
  constructor(readonly items: readonly Operation[]) {}
  get size() {
    return this.items.length;
  }
  filter(keep: (operation: unknown) => boolean) {
    return new Operations(
      this.items.filter((item) =>
        keep({
          get: (name: 'method' | 'path') => item[name],
          getIn: ([, name]: readonly string[]) => (name === 'summary' ? item.summary : 'Analyses'),
        }),
      ),
    );
  }
}

class Tag {
  constructor(readonly operations: Operations) {}
  get() {
    return this.operations;
  }
  set(_: string, operations: Operations) {
    return new Tag(operations);
  }
}

const TAGS = [
  new Tag(
    new Operations([
      { method: 'post', path: '/analysis', summary: 'Submit a call' },
      { method: 'get', path: '/analysis/{id}/events', summary: 'Follow an analysis as it happens' },
    ]),
  ),
  new Tag(new Operations([{ method: 'get', path: '/users/me', summary: 'Read the account' }])),
];

/** Runs the plugin from its source text, as the browser does. */
function pathsFor(phrase: string): readonly string[] {
  const { fn } = runInNewContext(`(${filterOperations.toString()})({ React: null })`);
  const tags: readonly Tag[] = fn.opsFilter(TAGS, phrase);
  return tags.flatMap(({ operations }) => operations.items.map(({ path }) => path));
}

describe('the filter of the page', () => {
  it.each([
    ['EVENTS', ['/analysis/{id}/events']],
    ['submit', ['/analysis']],
    ['get ', ['/analysis/{id}/events', '/users/me']],
    ['analyses', ['/analysis', '/analysis/{id}/events', '/users/me']],
    ['nothing of it', []],
  ])('shows what holds %s', (phrase, paths) => expect(pathsFor(phrase)).toEqual(paths));
});
