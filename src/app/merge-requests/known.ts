import type { CallOptions, Client } from '../../api/client';
import { getMergeRequest } from '../../api/endpoints/merge-requests';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { MergeRequest } from '../../schemas/merge-request';
import { KeyedResource } from '../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import { type MergeRequestPart, type MergeRequestParts, PART_NAMES, readPart } from './parts';

/** Maximum number of merge requests that are cached in addition to the retained ones. */
const MAX_KEPT = 60;
const MAX_PARTS_KEPT = MAX_KEPT * PART_NAMES.length;

interface PartKey {
  readonly key: MergeRequestKey;
  readonly name: MergeRequestPart;
}

/** `value` is undefined if the server doesn't have the part. */
interface Part {
  readonly value: MergeRequestParts[MergeRequestPart] | undefined;
}

/** The details of merge requests, from the endpoint of a single merge request, and their parts, as last read. */
export class KnownMergeRequests implements Disposable {
  readonly #subscriptions = new DisposableStore();
  readonly #details = this.#subscriptions.add(
    new KeyedResource<MergeRequestKey, MergeRequest>({
      idOf: mergeRequestId,
      serverOf: ({ base }) => this.#clientFor(base),
      max: MAX_KEPT,
    }),
  );
  readonly #parts = this.#subscriptions.add(
    new KeyedResource<PartKey, Part>({
      idOf: ({ key, name }) => `${mergeRequestId(key)} ${name}`,
      serverOf: ({ key }) => this.#clientFor(key.base),
      max: MAX_PARTS_KEPT,
    }),
  );
  readonly #changed = this.#subscriptions.add(new Emitter<MergeRequestKey>());
  readonly #clientFor: (base: string) => Client;
  readonly #learn: (mergeRequest: MergeRequest) => void;

  /** Fires when the details or a part of a merge request are new or changed. */
  readonly onDidChange = this.#changed.event;

  /** `learn` is called with the details before `onDidChange` fires. */
  constructor(clientFor: (base: string) => Client, learn: (mergeRequest: MergeRequest) => void) {
    this.#clientFor = clientFor;
    this.#learn = learn;
    this.#details.onDidChange((key) => {
      this.#changed.fire(key);
    });
    this.#parts.onDidChange(({ key }) => {
      this.#changed.fire(key);
    });
  }

  get generation(): number {
    return this.#details.generation;
  }

  detail(key: MergeRequestKey): MergeRequest | undefined {
    return this.#details.peek(key);
  }

  /** Reads the details. Resolves to the latest known ones, which may be from a later response. */
  async readDetail(key: MergeRequestKey, client: Client, options?: CallOptions): Promise<MergeRequest> {
    const { generation } = this;
    const args = {
      id: key.project,
      merge_request_iid: key.iid,
      include_diverged_commits_count: true,
      include_rebase_in_progress: true,
    };
    const detail = await this.#details.read(
      key,
      () => client.call(getMergeRequest, args, options),
      (response, before) => this.#merged(before, response),
    );
    return generation === this.generation ? (this.detail(key) ?? detail) : detail;
  }

  /** Applies the response to a write. */
  apply(key: MergeRequestKey, mergeRequest: MergeRequest): void {
    this.#details.put(key, this.#merged(this.detail(key), mergeRequest));
  }

  part<K extends MergeRequestPart>(key: MergeRequestKey, name: K): MergeRequestParts[K] | undefined {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- a map can't express that each name has a different type
    return this.#parts.peek({ key, name })?.value as MergeRequestParts[K] | undefined;
  }

  /** True if a part was read, even if the server doesn't have it. */
  hasPart(key: MergeRequestKey, name: MergeRequestPart): boolean {
    return this.#parts.peek({ key, name }) !== undefined;
  }

  partsOf(key: MergeRequestKey): readonly MergeRequestPart[] {
    return PART_NAMES.filter((name) => this.hasPart(key, name));
  }

  readPart<K extends MergeRequestPart>(
    key: MergeRequestKey,
    name: K,
    client: Client,
    options?: CallOptions,
  ): Promise<MergeRequestParts[K] | undefined> {
    return this.#parts.read(
      { key, name },
      () => readPart(name, client, key, options),
      (value) => ({ value }),
    );
  }

  forgetParts(key: MergeRequestKey, names: readonly MergeRequestPart[]): void {
    for (const name of names) this.#parts.forget({ key, name });
  }

  /** Removes a merge request from the cache. Ignores responses to requests in progress. */
  forget(key: MergeRequestKey): void {
    this.#details.forget(key);
    this.forgetParts(key, PART_NAMES);
  }

  /** Clears the cache. Returns the keys that were cached or being read. */
  forgetAll(): readonly MergeRequestKey[] {
    const keys = [...this.#details.forgetAll(), ...this.#parts.forgetAll().map(({ key }) => key)];
    return [...new Map(keys.map((key) => [mergeRequestId(key), key])).values()];
  }

  retain(key: MergeRequestKey): Disposable {
    const held = new DisposableStore();
    held.add(this.#details.retain(key));
    for (const name of PART_NAMES) held.add(this.#parts.retain({ key, name }));
    return held;
  }

  retained(): readonly MergeRequestKey[] {
    return this.#details.retained();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Retains cached fields that responses to writes don't contain because they require a parameter. */
  #merged(before: MergeRequest | undefined, mergeRequest: MergeRequest): MergeRequest {
    this.#learn(mergeRequest);
    return { ...before, ...mergeRequest };
  }
}
