import { transform } from 'rolldown/utils';

/** @returns the JavaScript of a TypeScript module by itself, with its imports as they are */
export async function compile(source: string): Promise<string> {
  const { code, errors } = await transform('module.ts', source);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
