// Writes a kept answer anew, once the words of its call are masked: from the object that it told of, as it is now. The folder
// that owns the objects of a kind registers how they are read; nothing is known of them here.
import { Injectable, SetMetadata } from '@nestjs/common';
import { ApiError } from '../../errors/api-error.js';
import type { Caller } from '../access/caller.js';
import { isUuid } from '../validation/fields.js';
import { isRecord } from '../validation/read-input.js';

/** @returns the object, or its JSON text @throws ApiError 404 */
export type RenderObject = (caller: Caller, id: string) => Promise<object | string>;

const HOLDS_NO_WORDS = Symbol('holds no words');
/** What such an answer renders: it stays as it is. */
const NOTHING = '';
/** Each object begins with these members. */
const HEAD = /^\{"id":"([^"]+)","object":"(\w+)"/;

/** For a POST whose answers hold no words of a call: they are kept while those of the call are masked. */
export const HoldsNoWords = (): MethodDecorator => SetMetadata(HOLDS_NO_WORDS, true);

/**
 * What an answer is written anew from: kind and id of an object.
 * @param value what the handler returns: an object, or its JSON text
 * @returns null where it is no such object, so that it cannot be written anew
 */
export function renderedBy(handler: object, value: unknown): string | null {
  if (Reflect.getMetadata(HOLDS_NO_WORDS, handler) === true) return NOTHING;
  const [, id, object] =
    typeof value === 'string' ? (HEAD.exec(value) ?? []) : isRecord(value) ? [null, value.id, value.object] : [];
  return isUuid(id) && typeof object === 'string' ? `${object}/${id}` : null;
}

@Injectable()
export class Rendering {
  private readonly kinds = new Map<string, RenderObject>();

  /** @param kind the member `object` of the objects */
  register(kind: string, render: RenderObject): void {
    this.kinds.set(kind, render);
  }

  /** @returns the body; null where the object is not there any more, or no one has registered its kind */
  async render(caller: Caller | undefined, renders: string | null): Promise<string | null> {
    const [kind = '', id = ''] = renders?.split('/') ?? [];
    const render = this.kinds.get(kind);
    if (!render || !caller) return null;
    try {
      const rendered = await render(caller, id);
      return typeof rendered === 'string' ? rendered : JSON.stringify(rendered);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }
}
