// Index of items by their place in the text. The search time does not grow with the length of the text: a call may be one
// segment. Pure.
import type { Place } from '../numbers/number-stretch.js';

const BUCKET_CHARACTERS = 512;

export class PlaceIndex<Found extends { readonly places: readonly Place[] }> {
  private readonly buckets = new Map<string, Found[]>();

  constructor(all: readonly Found[]) {
    for (const found of all) {
      for (const key of new Set(found.places.flatMap(bucketsOf))) {
        const own = this.buckets.get(key);
        if (own) own.push(found);
        else this.buckets.set(key, [found]);
      }
    }
  }

  /** Finds that touch one of these places, each once, in the order of the places. */
  in(zone: readonly Place[]): Found[] {
    const found = new Set<Found>();
    for (const within of zone) {
      for (const key of bucketsOf(within)) {
        for (const each of this.buckets.get(key) ?? [])
          if (each.places.some((place) => touches(place, within))) found.add(each);
      }
    }
    return [...found];
  }
}

function bucketsOf({ segmentId, from, to }: Place): string[] {
  const keys: string[] = [];
  for (let at = Math.floor(from / BUCKET_CHARACTERS); at * BUCKET_CHARACTERS < to; at += 1)
    keys.push(`${segmentId} ${at}`);
  return keys;
}

export function touches(one: Place, other: Place): boolean {
  return one.segmentId === other.segmentId && one.from < other.to && one.to > other.from;
}
