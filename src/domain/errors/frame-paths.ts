import { languageOfFile } from './file-language';
import { ownCode } from './own-code';
import type { StackFrame } from './stack-trace';

/** What has no file: code of the language itself, or made at run time. */
const NO_FILE =
  /^(?:$|<|\[internal function\]|node:|native$|internal\/|\/rustc\/|data:|blob:|wasm:|chrome-extension:|phar:)/;
/** Addresses that bundlers and their servers make up; what follows is a path of the project. */
const MADE_UP =
  /^(?:webpack|webpack-internal|turbopack|rollup|vite|parcel|ng|app|capacitor|ionic|metro|async-chunk):\/{2,3}/;
const LIBRARY = /(?:^|\/)((?:node_modules|bower_components|site-packages|dist-packages|vendor|gems)\/.*)$/;
const MAX_SOURCES = 24;
const MAX_PATH_LENGTH = 1_000;

/**
 * Where a frame's file may be, best first: absolute paths of where the program ran, or relative ones. None for what is
 * no file. What is found below them is left to who looks.
 */
export function pathsOf(frame: StackFrame): readonly string[] {
  const file = cleaned(frame.file);
  if (file === undefined) return [];
  return [...new Set([...byPackage(file, frame.function), ...byModule(file), file])].filter(
    (path) => path !== '' && (path !== file || !isOfPackage(file, frame.function)),
  );
}

/**
 * The place of a library's file in the folder of a project: only there is it looked for, since what is called like it
 * elsewhere is other code. Undefined for code that may be the project's own.
 */
export function libraryPathOf(frame: StackFrame): string | undefined {
  const file = cleaned(frame.file) ?? '';
  if (ownCode(languageOfFile(file), file, frame.function) !== false) return undefined;
  return LIBRARY.exec(file)?.[1] ?? '';
}

/** Without scheme, query and what bundlers add; with forward slashes. Undefined where there is no file. */
function cleaned(told: string): string | undefined {
  if (told.length > MAX_PATH_LENGTH || NO_FILE.test(told)) return undefined;
  const plain = decoded(told.replaceAll('\\', '/'));
  const made = MADE_UP.exec(plain)?.[0];
  if (made !== undefined) return ofBundler(plain.slice(made.length), made.endsWith('///'));
  const served = /^https?:\/\/[^/]{1,255}\//.exec(plain)?.[0];
  if (served !== undefined) return withoutQuery(plain.slice(served.length)).replace(/^@fs\//, '/');
  if (/^[a-z][a-z\d+-]{1,20}:\/\//.test(plain) && !plain.startsWith('file://')) return undefined;
  const path = plain.replace(/^file:\/\/(?:localhost)?/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  // A question mark is part of no path in a stack but of the module that a server made anew.
  return withoutQuery(path).replace(/^~\//, '');
}

const withoutQuery = (path: string): string => path.replace(/[?#].*$/, '');

/** `storefront/./src/a.ts?1f2e`, `(rsc)/./src/a.ts`, `[project]/src/a.ts`: the name in front is the bundle's. */
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

/** Java's rule puts a file into the folders of its package. */
const isOfPackage = (file: string, name: string | undefined): boolean =>
  OF_PACKAGE.test(file) && packageOf(name) !== '' && !/\.kts?$/.test(file);

/** Folders by the full name of the function, in languages in which they follow the package. */
function byPackage(file: string, name: string | undefined): readonly string[] {
  if (OF_PACKAGE.test(file)) {
    const folders = packageOf(name);
    return folders === '' ? [] : [`${folders}/${file}`];
  }
  if (!file.endsWith('.go') || name === undefined) return [];
  // `github.com/acme/storefront/cart.(*Cart).Total`: behind the last slash, the package ends with the first point.
  const slash = name.lastIndexOf('/');
  const point = name.indexOf('.', slash + 1);
  const folders = point === -1 ? '' : decoded(name.slice(0, point)).replace(/\/v\d{1,3}(?=\/|$)/, '');
  return slash === -1 ? [] : [`${folders}/${file.slice(file.lastIndexOf('/') + 1)}`];
}

/** `com/acme/cart` of `com.acme.cart.Price$Rule.of`; empty where the name tells no package. */
function packageOf(name: string | undefined): string {
  const parts = (name ?? '').split('.').slice(0, -1);
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return (type === -1 ? parts.slice(0, -1) : parts.slice(0, type)).join('/');
}

/** `cart.price` of Python, which may be a file or a folder. */
function byModule(file: string): readonly string[] {
  const isModule = /^[A-Za-z_][\w.]*\.[A-Za-z_]\w*$/.test(file) && !file.includes('..');
  if (!isModule || languageOfFile(file) !== undefined) return [];
  const path = file.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`];
}

/** What a build puts its files into, and those folders in them that only tell the kind of build. */
const BUILD_FOLDERS = String.raw`(?:dist|build|out|lib|output|compiled|\.next/server|\.output/server|target/classes)`;
/** One may lie in another: the outermost counts, and the innermost. */
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

/** Sources that a built file may be made of, by their names, best first. */
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

/** True for a path in a folder that a build fills. */
export const isBuilt = (path: string): boolean => OUTERMOST.test(path);
