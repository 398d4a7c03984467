import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { mergeRequestSchema } from '../../../src/schemas/merge-request';
import type { Ask, TestSandbox } from './sandbox';

type MergeRequest = z.infer<typeof mergeRequestSchema>;

const STOREFRONT = '/projects/1/merge_requests';

/** Sends requests for merge requests to a test sandbox. */
export class MergeRequests {
  readonly #world: () => TestSandbox;

  constructor(world: () => TestSandbox) {
    this.#world = world;
  }

  async list(path: string, ask: Ask = {}): Promise<MergeRequest[]> {
    const response = await this.#world().ask(path, ask);
    assert.equal(response.status, 200, path);
    return z.parse(z.array(mergeRequestSchema), await response.json());
  }

  /** Returns the sorted IIDs of merge requests in storefront that match a query. */
  async iids(query: string): Promise<number[]> {
    const found = await this.list(`${STOREFRONT}?per_page=100&sort=asc&${query}`);
    return found.map(({ iid }) => iid).sort((a, b) => a - b);
  }

  async one(iid: number, query = '', project = 1): Promise<MergeRequest> {
    return this.read(await this.#world().ask(`/projects/${project}/merge_requests/${iid}?${query}`));
  }

  async read(response: Response, status = 200): Promise<MergeRequest> {
    const body: unknown = await response.json();
    assert.equal(response.status, status, JSON.stringify(body));
    return z.parse(mergeRequestSchema, body);
  }

  /** Gets a merge request, waits for its mergeability check, and gets it again. */
  async tested(iid: number, project = 1): Promise<MergeRequest> {
    await this.one(iid, '', project);
    this.#world().sandbox.advance(1_500);
    return this.one(iid, '', project);
  }

  put(path: string, json: unknown = {}, as: Ask['as'] = 'maintainer', project = 1): Promise<Response> {
    return this.#world().ask(`/projects/${project}/merge_requests/${path}`, { method: 'PUT', json, as });
  }

  post(path: string, json: unknown = {}, as: Ask['as'] = 'maintainer', project = 1): Promise<Response> {
    return this.#world().post(`/projects/${project}/merge_requests${path}`, { json, as });
  }

  async get(path: string, schema: 'array' | 'record' = 'array'): Promise<Record<string, unknown>[]> {
    const response = await this.#world().ask(`/projects/1/merge_requests/${path}`);
    assert.equal(response.status, 200, path);
    const body: unknown = await response.json();
    const record = z.record(z.string(), z.unknown());
    return schema === 'array' ? z.parse(z.array(record), body) : [z.parse(record, body)];
  }
}
