import type { CallOptions } from '../../../api/client';
import { ByteLru } from '../../../base/byte-lru';
import type { FileDiff } from '../../../domain/changes/file-diff';
import { sidesFromHunks } from '../../../domain/changes/sides';
import {
  isBinary,
  isImagePath,
  type LfsPointer,
  lfsPointer,
  LINK_MODE,
  NoSuchFileError,
  SUBMODULE_MODE,
} from '../../../domain/shared/file-content';
import type { CommittedFile, CommittedFiles } from '../../git/committed-files';
import { mergeRequestId } from '../../shared/keys';
import { NO_WRITES, SharedFlight } from '../../shared/shared-request';
import { rebasedSide } from './rebased-side';
import type { DiffOfSide, SideDiffs, SidePlace } from './side-diffs';
import { EMPTY_IMAGE, isRefusal, NO_TEXT, type SideRequest, type SideText } from './side-text';

/** Texts for content that isn't text, and for missing lines. */
export interface SideMessages {
  readonly gap: (lines: number | undefined) => string;
  readonly lfs: (pointer: LfsPointer) => string;
  readonly link: (target: string) => string;
  readonly submodule: (commit: string) => string;
  readonly tooLarge: (bytes: number | undefined) => string;
  readonly binary: () => string;
}

export interface SideContentDeps {
  readonly files: Pick<CommittedFiles, 'read'>;
  readonly diffs: SideDiffs;
  readonly messages: SideMessages;
}

/** Size of the cached texts. The editor stores the texts of open documents itself. */
const MAX_KEPT_BYTES = 48_000_000;
/** Approximate memory per text in addition to its content. */
const OVERHEAD = 500;
/**
 * The sides of files: from git, or else from the server, or else reconstructed from the hunks with marked
 * gaps. Reads a side only when requested, and caches it because the content of a commit never changes.
 */
export class SideContent {
  readonly #deps: SideContentDeps;
  readonly #flights = new SharedFlight<string, SideText>();
  readonly #kept = new ByteLru<string, SideText>(MAX_KEPT_BYTES);

  constructor(deps: SideContentDeps) {
    this.#deps = deps;
  }

  /** Returns a cached side without sending a request. */
  peek(request: SideRequest): SideText | undefined {
    if (request.form === 'empty') return this.#isPicture(request) ? EMPTY_IMAGE : NO_TEXT;
    return this.#kept.get(nameOf(request));
  }

  async read(request: SideRequest, options?: CallOptions): Promise<SideText> {
    const known = this.peek(request);
    if (known !== undefined) return known;
    const name = nameOf(request);
    const start = async (signal: AbortSignal): Promise<SideText> => {
      const text = await this.#make(request, { ...options, signal });
      this.#kept.set(name, text, text.bytes.length + OVERHEAD);
      return text;
    };
    return this.#flights.run(name, NO_WRITES, start, options?.signal);
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#kept.clear();
  }

  /** True if the other side may be an image, based on its path and its change if known. */
  #isPicture(request: SideRequest): boolean {
    if (!isImagePath(request.path)) return false;
    const side = request.side === 'old' ? 'new' : 'old';
    return this.#deps.diffs.peek(placeOf({ ...request, side }))?.diff.binary !== false;
  }

  #make(request: SideRequest, options: CallOptions): Promise<SideText> {
    const place = placeOf(request);
    if (request.form === 'file') return this.#file(place, options);
    return rebasedSide(request, {
      file: (at) => this.#file(at, options),
      find: (at) => this.#deps.diffs.find(at, options),
      refs: (head, which) => this.#deps.diffs.refs(place.mergeRequest, head, which, options),
    });
  }

  async #file(place: SidePlace, options: CallOptions): Promise<SideText> {
    const { files, diffs } = this.#deps;
    const known = diffs.peek(place);
    // Submodules aren't files of the repository: the server can't return them, and the hunks contain
    // everything.
    const commit = known === undefined ? undefined : submoduleOf(known);
    if (commit !== undefined) return this.#line('submodule', 'hunks', commit);
    let refusal: unknown;
    try {
      const file = await files.read(place.mergeRequest, place.sha, place.path, options);
      if (file !== 'none') return this.#textOf(file, place, known);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
    const found = known ?? (await diffs.find(place, options));
    const rebuilt = found === undefined ? undefined : this.#rebuilt(found, place);
    if (rebuilt !== undefined) return rebuilt;
    throw refusal instanceof Error ? refusal : new NoSuchFileError();
  }

  #textOf(file: CommittedFile, { path }: SidePlace, known: DiffOfSide | undefined): SideText {
    const { source, bytes, id } = file;
    const mode = file.mode ?? (known && modeOf(known));
    if (mode === SUBMODULE_MODE && id !== undefined) return this.#line('submodule', source, id);
    if (bytes === undefined) {
      const { size } = file;
      return { bytes: encoded(this.#deps.messages.tooLarge(size)), source, what: 'too-large', size };
    }
    if (mode === LINK_MODE) return this.#line('link', source, new TextDecoder().decode(bytes));
    const pointer = lfsPointer(bytes);
    if (pointer !== undefined) {
      return { bytes: encoded(this.#deps.messages.lfs(pointer)), source, what: 'lfs' };
    }
    if (!isBinary(bytes)) return { bytes, source, what: 'text' };
    return { bytes, source, what: isImagePath(path) ? 'image' : 'binary', size: bytes.length };
  }

  #rebuilt(found: DiffOfSide, { path }: SidePlace): SideText | undefined {
    const { diff, side } = found;
    const { messages } = this.#deps;
    const commit = submoduleOf(found);
    if (commit !== undefined) return this.#line('submodule', 'hunks', commit);
    if (diff.binary) {
      return {
        bytes: encoded(messages.binary()),
        source: 'hunks',
        what: isImagePath(path) ? 'image' : 'binary',
        note: 'gaps',
      };
    }
    // The server omitted the lines.
    if (diff.hunks.length === 0 && diff.change !== 'renamed' && diff.change !== 'copied') return undefined;
    const text = sidesFromHunks(diff, messages.gap)[side];
    if (modeOf(found) === LINK_MODE) return this.#line('link', 'hunks', text.replace(/\n$/, ''));
    const pointer = lfsPointer(encoded(text));
    if (pointer !== undefined) return { bytes: encoded(messages.lfs(pointer)), source: 'hunks', what: 'lfs' };
    return { bytes: encoded(text), source: 'hunks', what: 'text', note: isWhole(diff) ? undefined : 'gaps' };
  }

  #line(what: 'link' | 'submodule', source: SideText['source'], of: string): SideText {
    return { bytes: encoded(this.#deps.messages[what](of)), source, what };
  }
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

const modeOf = ({ diff, side }: DiffOfSide): string | undefined =>
  side === 'old' ? diff.oldMode : diff.newMode;

/** The hunks of an added or deleted file contain the whole file. */
const isWhole = ({ change, incomplete }: FileDiff): boolean =>
  incomplete !== true && (change === 'added' || change === 'deleted');

/** Returns the commit of a submodule from the hunks. */
function submoduleOf(found: DiffOfSide): string | undefined {
  if (modeOf(found) !== SUBMODULE_MODE) return undefined;
  const sign = found.side === 'old' ? '-' : '\\+';
  return new RegExp(`^${sign}Subproject commit ([0-9a-f]{40,64})`, 'm').exec(found.diff.text)?.[1];
}

function placeOf({ base, project, iid, from, to, side, path }: SideRequest): SidePlace {
  const mergeRequest = { base, project, iid };
  return side === 'old'
    ? { mergeRequest, sha: from, other: to, path }
    : { mergeRequest, sha: to, other: from, path };
}

const nameOf = (request: SideRequest): string =>
  [mergeRequestId(request), request.from, request.to, request.side, request.form, request.path].join(' ');
