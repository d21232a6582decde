// Rebuilds a kept response after its call was masked, from the current state of the object that it is about. The folder that owns
// a kind of object registers how to read it; this module knows none of them.
import { Injectable, SetMetadata } from '@nestjs/common';
import { ApiError } from '../../errors/api-error.js';
import type { Caller } from '../access/caller.js';
import { isUuid } from '../validation/fields.js';
import { isRecord } from '../validation/read-input.js';

/** @returns the object, or its JSON text @throws ApiError 404 */
export type RenderObject = (caller: Caller, id: string) => Promise<object | string>;

const HOLDS_NO_WORDS = Symbol('holds no words');
/** Value for a response that need not be rebuilt: it stays unchanged. */
const NOTHING = '';
/** Each object begins with these members. */
const HEAD = /^\{"id":"([^"]+)","object":"(\w+)"/;

/** Marks a POST whose responses hold no words of a call. They are kept when the call is masked. */
export const HoldsNoWords = (): MethodDecorator => SetMetadata(HOLDS_NO_WORDS, true);

/**
 * Object from which the response can be rebuilt: its kind and id.
 * @param value returned by the handler: an object, or its JSON text
 * @returns null when the value is no such object, so that it cannot be rebuilt
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

  /** @returns the body; null when the object no longer exists, or its kind is not registered */
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
