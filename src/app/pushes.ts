import type { CallOptions, Client } from '../api/client';
import { getDiffVersion } from '../api/endpoints/diffs';
import { abortReason } from '../base/abort';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { pushBetween, type Push, type VersionCommits } from '../domain/diff/push-kind';
import type { Changes, DiffVersion } from './changes';
import { mergeRequestId, type MergeRequestKey } from './keys';
import { readPart } from './merge-request-parts';

export interface PushesPorts {
  readonly clientFor: (base: string) => Client;
  readonly changes: Pick<Changes, 'versions' | 'peekVersions'>;
}

/** Versions whose commits are kept; those asked for longest ago are forgotten. */
const MOST_KEPT = 60;

/** What authors did between versions. Reads the commits of a version once; those never change. */
export class Pushes implements Disposable {
  readonly #ports: PushesPorts;
  readonly #commits = new Map<string, VersionCommits>();
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #asked = new Set<string>();
  /** Changes with each account: answers of the one before count no more. */
  #era = 0;

  /** More is known of a merge request's pushes. */
  readonly onDidChange = this.#changed.event;

  constructor(ports: PushesPorts) {
    this.#ports = ports;
  }

  /** From one version to a later one, by their ids; undefined where it is not known yet. */
  peek(key: MergeRequestKey, from: number, to: number): Push | undefined {
    const versions = this.#ports.changes.peekVersions(key) ?? [];
    const commits = this.#commits.get(idOf(key, to));
    return commits === undefined ? undefined : between(versions, from, to, commits);
  }

  /** From each of some versions to a later one. Where its commits cannot be read, it is `unknown`: worth no failure. */
  async read(
    key: MergeRequestKey,
    from: readonly number[],
    to: number,
    options?: CallOptions,
  ): Promise<readonly Push[]> {
    const versions = await this.#ports.changes.versions(key, options);
    const version = versions.find(({ id }) => id === to);
    const commits = version && (await this.#read(key, version, version === versions[0], options));
    return from.map((each) => between(versions, each, to, commits));
  }

  /** Has it read without waiting, once; `onDidChange` tells when it is known. */
  look(key: MergeRequestKey, from: number, to: number): void {
    const id = idOf(key, to);
    if (this.#commits.has(id) || this.#asked.has(id)) return;
    this.#asked.add(id);
    this.read(key, [from], to).then(
      () => this.#asked.delete(id),
      () => this.#asked.delete(id),
    );
  }

  /** Everything may be another one's: the account changed. */
  clear(): void {
    this.#era++;
    this.#commits.clear();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(
    key: MergeRequestKey,
    version: DiffVersion,
    isNewest: boolean,
    options?: CallOptions,
  ): Promise<VersionCommits | undefined> {
    const id = idOf(key, version.id);
    const known = this.#commits.get(id);
    if (known !== undefined) return known;
    const era = this.#era;
    try {
      const client = this.#ports.clientFor(key.base);
      const commits =
        (isNewest ? await newestCommits(client, key, version, options) : undefined) ??
        (await versionCommits(client, key, version, options));
      if (era !== this.#era) return commits;
      this.#commits.set(id, commits);
      for (const oldest of this.#commits.keys()) {
        if (this.#commits.size <= MOST_KEPT) break;
        this.#commits.delete(oldest);
      }
      this.#changed.fire(key);
      return commits;
    } catch {
      if (options?.signal?.aborted === true) throw abortReason(options.signal);
      return undefined;
    }
  }
}

const idOf = (key: MergeRequestKey, version: number): string => `${mergeRequestId(key)} ${version}`;

/** Without the diffs, which can be large; undefined where somebody pushed meanwhile. */
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
  if (one === undefined || other === undefined) return { kind: 'unknown' };
  const ends = ({ base_commit_sha: base, head_commit_sha: head }: DiffVersion) => ({
    base: base ?? '',
    head,
  });
  return pushBetween(ends(one), ends(other), commits);
}
