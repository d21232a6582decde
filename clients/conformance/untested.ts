// What a machine lacks for the tests of the client libraries, and what installs it.
import { LANGUAGES, type Language, missingPrograms } from './driver-process.js';
import { hasOpenssl, OPENSSL } from './stranger-certificate.js';

/** Debian's packages, by what the commands of `run.json` start or look for. */
const PACKAGES: Readonly<Record<string, string>> = {
  python3: 'python3',
  openssl: 'openssl',
  mypy: 'mypy',
  go: 'golang-go',
  gofmt: 'golang-go',
  java: 'default-jdk-headless',
  javac: 'default-jdk-headless',
  '/usr/share/java/jackson-databind.jar': 'libjackson2-databind-java',
};

const NAMES: Readonly<Record<Language, string>> = {
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  java: 'Java',
};

/** A sentence for each language, and for TLS, that cannot be tested here, or only in part. */
export async function untestedLanguages(): Promise<readonly string[]> {
  const sentences = await Promise.all(LANGUAGES.map(sentenceFor));
  return [...sentences, await sentenceForTls()].filter((sentence) => sentence !== null);
}

async function sentenceForTls(): Promise<string | null> {
  if (await hasOpenssl()) return null;
  return `TLS was NOT TESTED: "${OPENSSL.join(' ')}" fails here. ${installed([OPENSSL])}`;
}

async function sentenceFor(language: Language): Promise<string | null> {
  const { needed, optional } = await missingPrograms(language);
  const name = NAMES[language];
  const [missing] = needed;
  if (missing) return `${name} was NOT TESTED: "${missing.join(' ')}" fails here. ${installed(needed)}`;
  if (optional.length === 0) return null;
  return `${name} was tested in part: no ${optional.map((argv) => argv[0]).join(', ')} here. ${installed(optional)}`;
}

function installed(commands: readonly (readonly string[])[]): string {
  const packages = new Set(commands.flat().flatMap((part) => PACKAGES[part] ?? []));
  return packages.size > 0 ? `To install: apt-get install ${[...packages].join(' ')}` : '';
}
