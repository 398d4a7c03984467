/** A path without a line number, which is a link if the file exists. */
export interface BarePath {
  /** Line of the log, starting at 0; columns of the path, in UTF-16 units. */
  readonly logLine: number;
  readonly start: number;
  readonly end: number;
  readonly path: string;
}

/** A folder and a file with an extension, not a part of a URL or of a longer word. */
const PATHS =
  /(?<![\w./\\@:$~%+=-])(?:\.{0,2}\/)?(?:[\w.@+-]{1,100}\/){1,20}[\w.@+-]{0,100}\.[A-Za-z]\w{0,9}(?![\w/\\(-]|:\d)/g;
const MAX_IN_LINE = 5;

/** Paths of files in a line. */
export function barePathsIn(text: string, logLine: number): readonly BarePath[] {
  if (!text.includes('/')) return [];
  const found: BarePath[] = [];
  PATHS.lastIndex = 0;
  while (found.length < MAX_IN_LINE) {
    const match = PATHS.exec(text);
    if (match === null) break;
    const [path] = match;
    found.push({ logLine, start: match.index, end: match.index + path.length, path });
  }
  return found;
}
