import type { StackLanguage } from './languages';

/** The input of a rule: the file with forward slashes, and the full name of the function. */
type Rule = (file: string, name: string) => boolean;

/** Folders of libraries, at any path. */
const LIBRARY_FOLDERS =
  /(?:^|\/)(?:node_modules|bower_components|site-packages|dist-packages|vendor|gems|\.?cargo\/registry|\.?cargo\/git|pkg\/mod|\.rustup)\//;

const JAVA_LIBRARIES =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|android|androidx|dalvik|org\.(?:springframework|apache|hibernate|eclipse|junit|gradle|slf4j|jboss|postgresql|codehaus|mockito|testng|jetbrains)|io\.(?:netty|micronaut|quarkus|vertx|reactivex|grpc|ktor|sentry|undertow|micrometer)|com\.(?:google\.(?:common|gson|inject)|fasterxml|zaxxer|mysql|intellij|netflix)|ch\.qos|reactor|okhttp3|okio|retrofit2|rx|junit)\./;

/** Go's standard packages, by the first part of their path. */
const GO_PACKAGES =
  /^(?:archive|bufio|bytes|cmp|compress|container|context|crypto|database|debug|embed|encoding|errors|expvar|flag|fmt|go|hash|html|image|index|internal|io|iter|log|maps|math|mime|net|os|path|plugin|reflect|regexp|runtime|slices|sort|strconv|strings|structs|sync|syscall|testing|text|time|unicode|unique|unsafe|weak)(?=[./])/;

const DART_PACKAGES =
  /^package:(?:flutter\w*|test\w*|stack_trace|async|collection|http|bloc|flutter_bloc|provider|riverpod|dio|get|go_router|matcher|meta|path|sentry\w*|shelf\w*)\//;

const DOTNET_LIBRARIES =
  /^(?:System|Microsoft|Mono|Xunit|NUnit|Moq|Castle|Newtonsoft|Npgsql|Dapper|Serilog|Polly|MediatR|AutoMapper|FluentAssertions|FluentValidation|Grpc|StackExchange|UnityEngine|Sentry)\./;

const FOREIGN: Readonly<Record<StackLanguage, Rule>> = {
  dart: (file) => /^dart:/.test(file) || DART_PACKAGES.test(file),
  // Sources of .NET are built in the folder `/_/`, but so are others.
  dotnet: (_, name) => DOTNET_LIBRARIES.test(name),
  elixir: (file) => /^deps\/|^\w+\.erl$/.test(file),
  go: (file, name) => {
    if (/\/(?:go|go-[\d.]+|go\d[\w.]*|libexec)\/src\//.test(file))
      return GO_PACKAGES.test(name) || name === 'panic';
    // If a program is built with -trimpath, the path of a file starts with the path of its package.
    return !file.startsWith('/') && !/^[A-Za-z]:/.test(file) && GO_PACKAGES.test(file);
  },
  java: (_, name) => JAVA_LIBRARIES.test(name),
  native: (file) => /^\/usr\/(?:include|lib)\/|\/(?:libsanitizer|compiler-rt|sysdeps|csu)\//.test(file),
  nodejs: (file) =>
    /^InternalBytecode\.js$|^(?:node:|internal\/|native$|webpack\/|\(webpack\)|chrome-extension:)/.test(file),
  php: (file) => file.startsWith('phar:'),
  python: (file) =>
    /\/lib\/python\d[\d.]*\/|^<(?:frozen|__array_function__)|\/Lib\/(?:\w+\/)?\w+\.py$/.test(file),
  ruby: (file) => /\/lib\/ruby\/|^<internal:|\/ruby\/\d+\.\d+\.\d+\//.test(file),
  rust: (file, name) =>
    /^\/rustc\/|^library\/(?:std|core|alloc)\/|\/rustlib\/|\/sysdeps\/|^\.\/csu\//.test(file) ||
    (file === '' &&
      /^<?&?(?:std|core|alloc|__rustc|rust_begin_unwind|__libc_start|_start|main$|clone)/.test(name)),
};

/**
 * Returns false for code of libraries and of the language itself, by path and name; undefined if there is no
 * file. Without a language, only the folders of libraries count.
 */
export function isOwnCode(
  language: StackLanguage | undefined,
  file: string,
  name: string | undefined,
): boolean | undefined {
  const path = file.replaceAll('\\', '/');
  if (LIBRARY_FOLDERS.test(path)) return false;
  if (language !== undefined && FOREIGN[language](path, name ?? '')) return false;
  return path === '' ? undefined : true;
}
