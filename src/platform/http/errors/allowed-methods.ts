// The methods that a path has, for 405 and its Allow header: Express itself answers 404 for a wrong method.
import type { Application } from 'express';

/** Upper case, sorted; empty for a path that no route has. HEAD goes with GET. */
export function allowedMethods(app: Application, path: string): readonly string[] {
  const methods = new Set<string>();
  for (const layer of app.router.stack) {
    // Not a route but a middleware, such as the one that answers 404.
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
    // A parameter that cannot be decoded.
    return false;
  }
}
