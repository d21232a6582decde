// Builds the service for `npm run build`, straight from the TypeScript sources: its programs, joined with their packages into few
// files, which a process loads in a third of the time (docs/decisions/0026-one-program.md), and beside them every module as a
// file of its own, for worker threads, benches and commands of developers. Checks no types: `npm run check` does. Plain
// JavaScript, since it runs before there is a build.
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const OUTPUT = 'dist';
const PROGRAMS = join(OUTPUT, 'program');
const PACKAGES = resolve('node_modules');
const PROGRAM_ENTRIES = { main: 'src/program/main.ts', 'call-analysis': 'src/commands/call-analysis.ts' };

/** Node compiles what it reads, comments included. */
const CODE = { format: 'esm', comments: false, sourcemap: true, sourcemapExcludeSources: true };

/**
 * Packages that stay in node_modules: they load native code, find files of their own, or are used by few installations. The
 * adapter of Bull's page is bundled: it takes a queue of another copy of Bull for none.
 */
const KEPT_OUTSIDE =
  /^(@anthropic-ai\/|@aws-sdk\/|@bull-board\/(?!api\/bullAdapter)|@ffmpeg-installer\/|@node-rs\/|@opentelemetry\/|js-redis-server|nodemailer|pino-pretty|sherpa-onnx-node|swagger-ui-dist|vader-sentiment)/;

/** Its entry for Node finds its parts by a `require` that is handed on, which no bundle can follow. */
const ALIASES = { 'jsonc-parser': resolve(PACKAGES, 'jsonc-parser/lib/esm/main.js') };

/** Begins each file of a program: the places from which a bundled module finds the files beside it. */
const PLACES = `const pathInClone = (path) => import.meta.dirname + '/../../' + path;\nconst urlInClone = (path) => new URL('../../' + path, import.meta.url).href;`;

/** A `require` of a package's own would load a second copy of another package. Without it the bundle answers. */
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

/** Gives `import.meta` and `__dirname` of a bundled module the meaning that they have in the module's own file. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (id.startsWith(PACKAGES)) return { code: placed(code.replace(OWN_REQUIRE, ''), relative('.', id)), map: NO_MAP };
    if (extname(id) !== '.ts') return null;
    // Lines stay where they are, so that the map of the compilation holds.
    return { code: placed(code, join(OUTPUT, relative('.', id)).replace(/\.ts$/, '.js')), map: null };
  },
};

function placed(code, path) {
  const file = JSON.stringify(path);
  const folder = JSON.stringify(dirname(path));
  return code
    .replaceAll('import.meta.url', `urlInClone(${file})`)
    .replaceAll('import.meta.dirname', `pathInClone(${folder})`)
    .replaceAll('import.meta.filename', `pathInClone(${file})`)
    .replaceAll(/\b__dirname\b/g, `pathInClone(${folder})`)
    .replaceAll(/\b__filename\b/g, `pathInClone(${file})`);
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function write(input, output) {
  const bundle = await rolldown({ platform: 'node', ...input });
  await bundle.write({ ...CODE, ...output });
  await bundle.close();
}

function writePrograms() {
  return write(
    { input: PROGRAM_ENTRIES, resolve: { alias: ALIASES }, plugins: [missingStayOutside, keepPlaces] },
    // Nest, Swagger and the log name classes by their own names.
    { dir: PROGRAMS, cleanDir: true, keepNames: true, banner: PLACES },
  );
}

function writeModules() {
  const modules = ['src', 'clients/typescript/src'].flatMap(filesIn).filter((path) => /(?<!\.d)\.ts$/.test(path));
  return write(
    // What the compiler leaves to its own package of functions is written beside the modules: nothing installs that package.
    { input: [...modules, 'ormconfig.ts'], external: /^(?!\0?@oxc-project)[^./]/, treeshake: false },
    { dir: OUTPUT, preserveModules: true, preserveModulesRoot: resolve('.') },
  );
}

/** Copies what modules read: the files that `npm run dev` copies too. */
function copyAssets() {
  const { sourceRoot, compilerOptions } = JSON.parse(readFileSync('nest-cli.json', 'utf8'));
  const endings = compilerOptions.assets.map((pattern) => pattern.slice('**/*'.length));
  for (const path of filesIn(sourceRoot))
    if (endings.some((ending) => path.endsWith(ending))) cpSync(path, join(OUTPUT, path));
}

// What was built before: modules and assets that are no longer there, and what `npm run dev` remembers of its compilation.
for (const name of ['src', 'clients', 'web/src', '_virtual', '.tsbuildinfo'])
  rmSync(join(OUTPUT, name), { recursive: true, force: true });
await Promise.all([writePrograms(), writeModules()]);
copyAssets();
chmodSync(join(PROGRAMS, 'call-analysis.js'), 0o755);
