import { languageOfFile } from './file-language';
import { isOwnCode } from './own-code';
import type { StackFrame } from './stack-trace';

/** Code without a file: from the language itself, or created at runtime. */
const NO_FILE =
  /^(?:$|<|\[internal function\]|node:|dart:|native$|internal\/|\/rustc\/|data:|blob:|wasm:|chrome-extension:|phar:)/;
/** URL schemes that bundlers and their servers invent; the rest is a path in the project. */
const MADE_UP =
  /^(?:webpack|webpack-internal|turbopack|rollup|vite|parcel|ng|app|capacitor|ionic|metro|async-chunk):\/{2,3}/;
const LIBRARY = /(?:^|\/)((?:node_modules|bower_components|site-packages|dist-packages|vendor|gems)\/.*)$/;
const MAX_SOURCES = 24;
const MAX_PATH_LENGTH = 1_000;

/**
 * Returns the paths at which a frame's file may be, best first: absolute paths of the machine that ran the
 * program, or relative ones. Empty if it isn't a file. The caller searches for suffixes of these paths.
 */
export function pathsOf(frame: StackFrame): readonly string[] {
  const file = cleaned(frame.file);
  if (file === undefined) return [];
  return [...new Set([...byPackage(file, frame.function), ...byModule(file), file])].filter(
    (path) => path !== '' && (path !== file || !isOfPackage(file, frame.function)),
  );
}

/**
 * Returns the path of a library's file in the project folder. Libraries are searched only there, because
 * files with the same name elsewhere are other code. Undefined for code that may belong to the project.
 */
export function libraryPathOf(frame: StackFrame): string | undefined {
  const file = cleaned(frame.file) ?? '';
  if (isOwnCode(languageOfFile(file), file, frame.function) !== false) return undefined;
  return LIBRARY.exec(file)?.[1] ?? '';
}

/**
 * Removes the scheme, query, and additions of bundlers, and uses forward slashes. Undefined if there is no
 * file.
 */
function cleaned(file: string): string | undefined {
  if (file.length > MAX_PATH_LENGTH || NO_FILE.test(file)) return undefined;
  const plain = decoded(file.replaceAll('\\', '/'));
  const made = MADE_UP.exec(plain)?.[0];
  if (made !== undefined) return ofBundler(plain.slice(made.length), made.endsWith('///'));
  const served = /^https?:\/\/[^/]{1,255}\//.exec(plain)?.[0];
  if (served !== undefined) return withoutQuery(plain.slice(served.length)).replace(/^@fs\//, '/');
  if (/^[a-z][a-z\d+-]{1,20}:\/\//.test(plain) && !plain.startsWith('file://')) return undefined;
  const path = plain.replace(/^file:\/\/(?:localhost)?/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  // A question mark isn't part of the path, but starts a cache-busting query of a development server.
  return withoutQuery(path).replace(/^~\//, '');
}

const withoutQuery = (path: string): string => path.replace(/[?#].*$/, '');

/** `storefront/./src/a.ts?1f2e`, `(rsc)/./src/a.ts`, `[project]/src/a.ts`: the bundle's name comes first. */
function ofBundler(rest: string, isNameless: boolean): string {
  const path = withoutQuery(rest);
  const inside = path.indexOf('/./');
  if (inside !== -1) return path.slice(inside + 3);
  const plain = path
    .replace(/^(?:\([\w-]{1,40}\)|\[project\])\//, '')
    .replace(/^\.\//, '')
    .replace(/^~\//, 'node_modules/');
  return isNameless || plain !== path ? plain : plain.slice(plain.indexOf('/') + 1);
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const OF_PACKAGE = /^[^/]+\.(?:java|kt|kts|scala|groovy|clj)$/;

/** In Java, a file is in the folders of its package. */
const isOfPackage = (file: string, name: string | undefined): boolean =>
  OF_PACKAGE.test(file) && packageOf(name) !== '' && !/\.kts?$/.test(file);

/** Folders by the full name of the function, for languages whose folders match the package. */
function byPackage(file: string, name: string | undefined): readonly string[] {
  if (OF_PACKAGE.test(file)) {
    const folders = packageOf(name);
    return folders === '' ? [] : [`${folders}/${file}`];
  }
  // The sources of a Dart package are in its folder `lib`.
  if (file.startsWith('package:')) return [`lib/${file.slice(file.indexOf('/') + 1)}`];
  if (!file.endsWith('.go') || name === undefined) return [];
  // `github.com/acme/storefront/cart.(*Cart).Total`: after the last slash, the package ends at the first dot.
  const slash = name.lastIndexOf('/');
  const point = name.indexOf('.', slash + 1);
  const folders = point === -1 ? '' : decoded(name.slice(0, point)).replace(/\/v\d{1,3}(?=\/|$)/, '');
  return slash === -1 ? [] : [`${folders}/${file.slice(file.lastIndexOf('/') + 1)}`];
}

/** `com/acme/cart` of `com.acme.cart.Price$Rule.of`; empty if the name contains no package. */
function packageOf(name: string | undefined): string {
  const parts = (name ?? '').split('.').slice(0, -1);
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return (type === -1 ? parts.slice(0, -1) : parts.slice(0, type)).join('/');
}

/** `cart.price` in Python, which may be a file or a folder. */
function byModule(file: string): readonly string[] {
  const isModule = /^[A-Za-z_][\w.]*\.[A-Za-z_]\w*$/.test(file) && !file.includes('..');
  if (!isModule || languageOfFile(file) !== undefined) return [];
  const path = file.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`];
}

/** Output folders of builds, and the subfolders in them that only distinguish kinds of builds. */
const BUILD_FOLDERS = String.raw`(?:dist|build|out|lib|output|compiled|\.next/server|\.output/server|target/classes)`;
/** Output folders can be nested: the outermost counts, and the innermost. */
const OUTERMOST = new RegExp(String.raw`^(.*?(?:^|/))${BUILD_FOLDERS}/(.*)$`);
const INNERMOST = new RegExp(String.raw`^(.*/|)${BUILD_FOLDERS}/(.*)$`);
const KIND_OF_BUILD = /^(?:esm|cjs|es|commonjs|js|main)\/(?=.)/;
const SOURCE_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'jsx', 'js', 'mjs'],
  mjs: ['mts', 'ts', 'mjs', 'js'],
  cjs: ['cts', 'ts', 'js'],
  jsx: ['tsx', 'jsx'],
  class: ['java', 'kt'],
};

/** Sources that a built file may come from, by name, best first. */
export function sourcesOf(built: string): readonly string[] {
  if (built.length > MAX_PATH_LENGTH) return [];
  const [, stem, ending = ''] = /^(.*)\.(\w{1,8})$/.exec(built) ?? [];
  const endings = Object.hasOwn(SOURCE_ENDINGS, ending) ? (SOURCE_ENDINGS[ending] ?? []) : [];
  if (stem === undefined) return [];
  const stems = [OUTERMOST.exec(stem), INNERMOST.exec(stem)].flatMap((match) => {
    const [, before = '', below = ''] = match ?? [];
    if (below === '') return [];
    return [below, below.replace(KIND_OF_BUILD, '')].flatMap((rest) => rootsOf(before, rest, ending));
  });
  if (stems.length === 0) stems.push(stem);
  const all = [...new Set(stems)].flatMap((each) => endings.map((other) => `${each}.${other}`));
  return all.filter((each) => each !== built).slice(0, MAX_SOURCES);
}

function rootsOf(before: string, rest: string, ending: string): readonly string[] {
  if (ending === 'class') return [`${before}src/main/java/${rest}`, `${before}src/main/kotlin/${rest}`];
  return rest.startsWith('src/') ? [`${before}${rest}`] : [`${before}src/${rest}`, `${before}${rest}`];
}

/** True for a path in an output folder of a build. */
export const isBuilt = (path: string): boolean => OUTERMOST.test(path);
