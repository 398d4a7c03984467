import type { CallOptions, Client } from '../../api/client';
import { getDiffVersion } from '../../api/endpoints/diffs';
import { abortReason } from '../../base/abort';
import { ignoreError } from '../../base/background';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { type Push, pushBetween, type VersionCommits } from '../../domain/changes/push-kind';
import { readPart } from '../merge-requests/parts';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { Changes, DiffVersion } from './changes';

export interface PushHistoryDeps {
  readonly clientFor: (base: string) => Client;
  readonly changes: Pick<Changes, 'versions' | 'peekVersions'>;
}

/** Maximum number of versions whose commits are cached; the least recently used are removed first. */
const MAX_KEPT = 60;

interface VersionAt {
  readonly key: MergeRequestKey;
  readonly version: number;
}
const idOf = ({ key, version }: VersionAt): string => `${mergeRequestId(key)} ${version}`;

/** The pushes between versions. Reads the commits of each version once, because they never change. */
export class PushHistory implements Disposable {
  readonly #deps: PushHistoryDeps;
  readonly #commits = new KeyedResource<VersionAt, VersionCommits>({
    idOf,
    serverOf: ({ key }) => this.#deps.clientFor(key.base),
    max: MAX_KEPT,
  });
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #loading = new Set<string>();

  /** Fires when the pushes of a merge request become known. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: PushHistoryDeps) {
    this.#deps = deps;
    this.#commits.onDidChange(({ key }) => {
      this.#changed.fire(key);
    });
  }

  /** The push between two versions, by their IDs; undefined if it isn't known yet. */
  peek(key: MergeRequestKey, from: number, to: number): Push | undefined {
    const versions = this.#deps.changes.peekVersions(key) ?? [];
    const commits = this.#commits.peek({ key, version: to });
    return commits === undefined ? undefined : between(versions, from, to, commits);
  }

  /**
   * Returns the pushes from each of several versions to a later one. If the commits can't be read, they are
   * `unknown`.
   */
  async read(
    key: MergeRequestKey,
    from: readonly number[],
    to: number,
    options?: CallOptions,
  ): Promise<readonly Push[]> {
    const versions = await this.#deps.changes.versions(key, options);
    const version = versions.find(({ id }) => id === to);
    const commits = version && (await this.#read(key, version, version === versions[0], options));
    return from.map((each) => between(versions, each, to, commits));
  }

  /** Starts reading in the background if needed. `onDidChange` fires when the result is known. */
  load(key: MergeRequestKey, from: number, to: number): void {
    const at = { key, version: to };
    const id = idOf(at);
    if (this.#commits.peek(at) !== undefined || this.#loading.has(id)) return;
    this.#loading.add(id);
    this.read(key, [from], to).then(
      () => this.#loading.delete(id),
      () => this.#loading.delete(id),
    );
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#commits.forgetAll();
  }

  dispose(): void {
    this.#commits.dispose();
    this.#changed.dispose();
  }

  async #read(
    key: MergeRequestKey,
    version: DiffVersion,
    isNewest: boolean,
    options?: CallOptions,
  ): Promise<VersionCommits | undefined> {
    const at = { key, version: version.id };
    const known = this.#commits.peek(at);
    if (known !== undefined) return known;
    const send = async (): Promise<VersionCommits> => {
      const client = this.#deps.clientFor(key.base);
      const newest = isNewest ? await newestCommits(client, key, version, options) : undefined;
      return newest ?? versionCommits(client, key, version, options);
    };
    try {
      return await this.#commits.read(at, send, (commits) => commits);
    } catch (error) {
      ignoreError(error);
      if (options?.signal?.aborted === true) throw abortReason(options.signal);
      return undefined;
    }
  }
}

/**
 * Reads the commits without the diffs, which can be large. Undefined if there was another push in the
 * meantime.
 */
async function newestCommits(
  client: Client,
  key: MergeRequestKey,
  { head_commit_sha: head }: DiffVersion,
  options?: CallOptions,
): Promise<VersionCommits | undefined> {
  const part = await readPart('commits', client, key, options);
  const ids = part?.items.map(({ id }) => id) ?? [];
  return part !== undefined && ids[0] === head ? { ids, cut: part.cut } : undefined;
}

async function versionCommits(
  client: Client,
  { project, iid }: MergeRequestKey,
  { id: version }: DiffVersion,
  options?: CallOptions,
): Promise<VersionCommits> {
  const args = { id: project, merge_request_iid: iid, version_id: version };
  const { commits } = await client.call(getDiffVersion, args, options);
  return { ids: commits.map(({ id }) => id), cut: false };
}

function between(
  versions: readonly DiffVersion[],
  from: number,
  to: number,
  commits: VersionCommits | undefined,
): Push {
  const [one, other] = [from, to].map((version) => versions.find(({ id }) => id === version));
  const ends = (version: DiffVersion | undefined) => {
    const { base_commit_sha: base, head_commit_sha: head } = version ?? {};
    return head ? { base: base ?? '', head } : undefined;
  };
  const [before, after] = [ends(one), ends(other)];
  return before === undefined || after === undefined
    ? { kind: 'unknown' }
    : pushBetween(before, after, commits);
}
