import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import type {
  ConflictEditors,
  ConflictStepDeps,
} from '../../../../../src/ui/merge-requests/commands/conflict-deps';
import { acceptFile, continueResolution } from '../../../../../src/ui/merge-requests/commands/conflict-steps';
import type { withResolving } from '../../../../app/git/helpers/resolving';
import { only } from '../../../../builders/run-command';
import { ScriptedPrompts } from '../../../../integration/helpers/scripted-prompts';

type Resolving = Awaited<ReturnType<ReturnType<typeof withResolving>['resolving']>>;

/** Input and choices of the user. */
interface Plays {
  readonly texts?: Readonly<Record<string, string | Uint8Array>>;
  readonly choices?: readonly string[];
}

/** Plays a user who resolves all files, with the real commands. The editor only has to write the texts. */
export function playing(
  { at, mergeRequests, merging, resolution, store }: Resolving,
  { texts = {}, choices = [] }: Plays,
) {
  const prompts = new ScriptedPrompts();
  const left = [...choices];
  prompts.choose((labels) => {
    const wanted = left.shift();
    return wanted === undefined ? -1 : labels.findIndex((label) => label.startsWith(wanted));
  });
  prompts.allow();
  const opened: string[] = [];
  /** The file in the active editor. */
  let active: { readonly path: string; readonly as: 'merge' | 'text' } | undefined;
  const editors: ConflictEditors = {
    open: ({ path }) => {
      active = { path, as: 'merge' };
      return Promise.resolve();
    },
    openText: (_, path) => {
      active = { path, as: 'text' };
      return Promise.resolve();
    },
    accept: () => {
      const path = active?.path;
      active = undefined;
      return Promise.resolve(path);
    },
    isOpen: (_, path) => active?.path === path && active.as === 'merge',
    unsaved: () => [],
    close: (_, paths) => {
      if (active !== undefined && paths.includes(active.path)) active = undefined;
      return Promise.resolve();
    },
  };
  const deps = only<ConflictStepDeps>({
    merging,
    resolution,
    resolutions: store,
    editors,
    prompts,
    report: (failure, error) => {
      throw new Error(failure, { cause: error });
    },
    mergeRequests,
    show: { terminal: () => assert.fail('the push failed') },
    execute: (id, argument) => {
      const iid = JSON.stringify(argument).match(/"iid":(\d+)/)?.[1] ?? '';
      opened.push(`${id} ${iid}`);
      return Promise.resolve();
    },
  });

  /** Edits the active file, and completes it. */
  async function edit(): Promise<void> {
    assert.ok(active && store.current);
    const content = texts[active.path] ?? assert.fail(active.path);
    assert.match(await readFile(at(active.path), 'latin1'), /^<{7} /m);
    await writeFile(at(active.path), content);
    if (active.as === 'merge') await acceptFile(deps, store.current);
    else {
      active = undefined;
      await continueResolution(deps, store.current, { edited: true });
    }
  }

  return {
    prompts,
    opened,
    /** Takes steps until nothing is left to edit. */
    toTheEnd: async (): Promise<void> => {
      assert.ok(store.current);
      await continueResolution(deps, store.current, { edited: false });
      for (let edits = 0; active !== undefined; edits++) {
        assert.ok(edits < 20);
        await edit();
      }
      assert.deepEqual(left, []);
    },
    /** Edits one file, if there is one. */
    next: async (): Promise<void> => {
      assert.ok(store.current);
      if (active === undefined) await continueResolution(deps, store.current, { edited: false });
      else await edit();
    },
    deps,
  };
}
