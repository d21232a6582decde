// Bundles the console into dist/web: a script for the first page, scripts for views that are fetched later, and one style, each
// named by its content and compressed for the server. With `--watch` again at each change. Plain JavaScript, since it is part of
// the build.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';

const SOURCE = 'web/src';
/** The service's own pages have the same colours. */
const COLOURS = 'src/platform/http/pages/colours.css';
/** Layers of the style: a later one overrides an earlier one, whatever the selectors. */
const LAYERS = ['base', 'parts', 'shell', 'views'];
const OUTPUT = 'dist/web';
const ASSETS = join(OUTPUT, 'assets');
/** Browsers keep it for a year: another recording needs another name. */
const SAMPLE = 'sample-call-1.mp3';

async function build() {
  const bundle = await rolldown({
    input: join(SOURCE, 'main.tsx'),
    platform: 'browser',
    tsconfig: 'web/tsconfig.json',
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: 'console-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  const entry = output.find((file) => file.isEntry);
  mkdirSync(ASSETS, { recursive: true });
  for (const { fileName, code } of output) write(fileName, code);
  copyFileSync('web/sample-call.mp3', join(ASSETS, SAMPLE));
  const css = withoutComments(layered());
  const styleName = `console-${createHash('sha256').update(css).digest('hex').slice(0, 12)}.css`;
  write(styleName, css);
  const manifest = { script: entry.fileName, alongside: alongside(entry, output), style: styleName };
  // Renamed when whole: a service that starts meanwhile reads the old one or the new one.
  writeFileSync(join(OUTPUT, 'manifest.part'), JSON.stringify(manifest));
  renameSync(join(OUTPUT, 'manifest.part'), join(OUTPUT, 'manifest.json'));
  const kept = [
    SAMPLE,
    ...[...output.map(({ fileName }) => fileName), styleName].flatMap((name) => [name, `${name}.br`]),
  ];
  for (const name of readdirSync(ASSETS)) if (!kept.includes(name)) rmSync(join(ASSETS, name));
}

/** All sheets, each in the layer of its folder; a folder's own before those of the folders in it. */
function layered() {
  const depth = (name) => name.split('/').length;
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const layers = LAYERS.map((layer) => {
    const files = sheets.filter((name) => layerOf(name) === layer).map((name) => join(SOURCE, name));
    const text = (layer === 'base' ? [COLOURS, ...files] : files).map((file) => readFileSync(file, 'utf8')).join('\n');
    return `@layer ${layer} {\n${text}\n}`;
  });
  return layers.join('\n');
}

function layerOf(name) {
  const [folder, file] = name.split('/');
  if (file === undefined) return 'base';
  return LAYERS.includes(folder) ? folder : 'parts';
}

const withoutComments = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();

/** The other scripts without which the first one does not run. */
function alongside(entry, output, found = new Set()) {
  for (const name of entry.imports) {
    if (found.has(name)) continue;
    found.add(name);
    alongside(
      output.find(({ fileName }) => fileName === name),
      output,
      found,
    );
  }
  return [...found];
}

function write(file, text) {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(ASSETS, file), bytes);
  writeFileSync(join(ASSETS, `${file}.br`), brotliCompressSync(bytes, { params }));
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
