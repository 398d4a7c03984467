import { MergeRequestActions } from '../../src/app/merge-requests/actions';
import { MergeRequests, type MergeRequestsChange } from '../../src/app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../src/app/shared/keys';
import type { Clock } from '../../src/base/clock';
import { explainMergeRequests } from '../../src/presentation/merge-requests/errors';
import { explain, registerErrorMessages } from '../../src/presentation/shared/error-messages';
import type { Sandbox } from '../../src/sandbox/index';
import { clientOf } from '../api/helpers/client';

registerErrorMessages(explainMergeRequests);

/** Returns a clock whose waits also advance the time of the sandbox. */
function clockOf(sandbox: Sandbox): Clock {
  let time = Date.UTC(2026, 10, 5, 12);
  return {
    now: () => time,
    wait: (ms, signal) => {
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      time += ms;
      sandbox.advance(ms);
      return Promise.resolve();
    },
  };
}

/**
 * Returns the merge request store and its actions for a role of the sandbox. `url`: the URL of a proxy, by default of
 * the sandbox. `policy`: true if the requests use the HTTP policy.
 */
export function actingOn(
  sandbox: Sandbox,
  role: keyof Sandbox['tokens'] = 'maintainer',
  { url = sandbox.url, policy = false }: { readonly url?: string; readonly policy?: boolean } = {},
) {
  const token = (): Promise<string> => Promise.resolve(sandbox.tokens[role]);
  const { client } = clientOf(url, { credential: { kind: 'personal', token }, policy });
  const store = new MergeRequests(() => client);
  const actions = new MergeRequestActions(() => client, store, clockOf(sandbox));
  const changes: MergeRequestsChange[] = [];
  store.onDidChange((received) => changes.push(...received));
  const key = (iid: number, project = 1): MergeRequestKey => ({ base: url, project, iid });
  /** Returns the merge request after its merge check has ended (server-behavior.md#merge-check). */
  const tested = async (at: MergeRequestKey) => {
    await store.refresh(at);
    sandbox.advance(2_000);
    return store.refresh(at);
  };
  return { client, store, actions, changes, key, tested };
}

/** Returns the reason that the user sees if an action is rejected. Throws if the action succeeds. */
export async function whyNot(action: Promise<unknown>): Promise<string> {
  const error: unknown = await action.then(
    () => {
      throw new Error('it was done');
    },
    (reason: unknown) => reason,
  );
  return explain(error).why;
}

/** Returns the methods and paths of the sandbox's write requests, without the common prefix of the paths. */
export const writesTo = (sandbox: Sandbox): readonly string[] =>
  sandbox
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/merge_requests\//, '')}`);
