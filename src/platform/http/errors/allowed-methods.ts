// Finds the methods of a path, for 405 and its Allow header. Express itself answers a wrong method with 404.
import type { Application } from 'express';

/** In upper case, sorted; empty for a path without a route. GET brings HEAD along. */
export function allowedMethods(app: Application, path: string): readonly string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack) {
    // A layer without a route is a middleware, such as the one that answers 404.
    if (!layer.route || !matches(layer, path)) continue;
    for (const { method } of layer.route.stack) if (method) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

function matches(layer: object, path: string): boolean {
  if (!('match' in layer) || typeof layer.match !== 'function') return false;
  try {
    return Boolean(layer.match(path));
  } catch {
    // Express throws for a parameter that cannot be decoded.
    return false;
  }
}
