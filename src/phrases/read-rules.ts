// Reads rules and weights that the service brings with it.
import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** @throws where the file is missing or faulty: the service does not start with it */
export function readRules<Shape extends z.ZodType>(shape: Shape, file: URL): z.output<Shape> {
  return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
}
