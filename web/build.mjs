// Bundles the console into dist/web: one script, one style, each named by its content and compressed for the server. With
// `--watch` again at each change. Plain JavaScript, since it is part of the build.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';

const SOURCE = 'web/src';
/** The service's own pages have the same colours. */
const COLOURS = 'src/platform/http/pages/colours.css';
const OUTPUT = 'dist/web';
const ASSETS = join(OUTPUT, 'assets');

async function build() {
  const bundle = await rolldown({
    input: join(SOURCE, 'main.tsx'),
    platform: 'browser',
    tsconfig: 'web/tsconfig.json',
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false });
  await bundle.close();
  if (output.length !== 1) throw new Error('The console is one script');
  const style = [COLOURS, ...stylesIn(join(SOURCE, 'styles'))].map((file) => readFileSync(file, 'utf8')).join('\n');
  mkdirSync(ASSETS, { recursive: true });
  const names = {
    script: write('console', 'js', output[0].code),
    style: write('console', 'css', withoutComments(style)),
  };
  // Renamed when whole: a service that starts meanwhile reads the old one or the new one.
  writeFileSync(join(OUTPUT, 'manifest.part'), JSON.stringify(names));
  renameSync(join(OUTPUT, 'manifest.part'), join(OUTPUT, 'manifest.json'));
  const kept = Object.values(names).flatMap((name) => [name, `${name}.br`]);
  for (const name of readdirSync(ASSETS)) if (!kept.includes(name)) rmSync(join(ASSETS, name));
}

const stylesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.css'))
    .sort()
    .map((name) => join(folder, name));

const withoutComments = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** @returns the name of the asset */
function write(name, ending, text) {
  const bytes = Buffer.from(text);
  const file = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.${ending}`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(ASSETS, file), bytes);
  writeFileSync(join(ASSETS, `${file}.br`), brotliCompressSync(bytes, { params }));
  return file;
}

await build();
if (process.argv.includes('--watch')) {
  let pending = null;
  const again = () => {
    clearTimeout(pending);
    pending = setTimeout(() => build().catch((error) => process.stderr.write(`${error.message}\n`)), 50);
  };
  watch(SOURCE, { recursive: true }, again);
  watch(COLOURS, again);
}
