// The last step of `npm run build`: joins the compiled service and its packages into few files, which a process loads in a third
// of the time (docs/decisions/0026-one-program.md). Plain JavaScript, since it is part of the build.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';

const COMPILED = resolve('dist', 'src');
const PACKAGES = resolve('node_modules');
const OUTPUT = resolve('dist', 'program');
const ENTRIES = {
  main: resolve(COMPILED, 'program', 'main.js'),
  'call-analysis': resolve(COMPILED, 'commands', 'call-analysis.js'),
};

/**
 * Stay in node_modules: they load native code, find files of their own, or are used by few installations. The adapter of Bull's
 * page is bundled: it takes a queue of another copy of Bull for none.
 */
const KEPT_OUTSIDE =
  /^(@aws-sdk\/|@bull-board\/(?!api\/bullAdapter)|@ffmpeg-installer\/|@node-rs\/|@opentelemetry\/|js-redis-server|nodemailer|pino-pretty|sherpa-onnx-node|swagger-ui-dist|vader-sentiment)/;

/** In each file of the output: the path at which a bundled module was, from which it finds the files beside it. */
const PLACES = `const pathInClone = (path) => import.meta.dirname + '/../../' + path;\nconst urlInClone = (path) => new URL('../../' + path, import.meta.url).href;`;

/** With a `require` of its own a package would load a second copy of another one. Without it the bundle answers. */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/** Node reads the whole map at the start when traces name the sources. Packages need none. */
const NO_MAP = { version: 3, sources: [], names: [], mappings: '' };

/** Optional packages that are not installed are looked for when they are needed, as without the bundle. */
const missingStayOutside = {
  name: 'missing-stay-outside',
  async resolveId(source, importer, options) {
    if (importer === undefined || source.startsWith('.') || builtinModules.includes(source)) return null;
    if (KEPT_OUTSIDE.test(source)) return { id: source, external: true };
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found ?? { id: source, external: true };
  },
};

/** In a bundled module `import.meta` and `__dirname` mean the file that it was made of, not the bundle. */
const keepPlaces = {
  name: 'keep-places',
  load(id) {
    if (!id.startsWith(COMPILED + sep)) return null;
    return { code: placed(readFileSync(id, 'utf8'), id), map: readFileSync(`${id}.map`, 'utf8') };
  },
  transform(code, id) {
    if (!id.startsWith(PACKAGES + sep)) return null;
    return { code: placed(code.replace(OWN_REQUIRE, ''), id), map: NO_MAP };
  },
};

function placed(code, id) {
  const file = JSON.stringify(relative('.', id));
  const folder = JSON.stringify(relative('.', dirname(id)));
  return code
    .replaceAll('import.meta.url', `urlInClone(${file})`)
    .replaceAll('import.meta.dirname', `pathInClone(${folder})`)
    .replaceAll('import.meta.filename', `pathInClone(${file})`)
    .replaceAll(/\b__dirname\b/g, `pathInClone(${folder})`)
    .replaceAll(/\b__filename\b/g, `pathInClone(${file})`);
}

const bundle = await rolldown({ input: ENTRIES, platform: 'node', plugins: [missingStayOutside, keepPlaces] });
await bundle.write({
  dir: OUTPUT,
  cleanDir: true,
  format: 'esm',
  // Nest, Swagger and the log name classes by their own names.
  keepNames: true,
  // Node compiles what it reads, comments included.
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
  banner: PLACES,
});
await bundle.close();
