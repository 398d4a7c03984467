import assert from 'node:assert/strict';
import { isCanceled } from '../../../src/api/errors';
import { Clones } from '../../../src/app/git/clones';
import { CreateDrafts } from '../../../src/app/merge-requests/create/drafts';
import { CreatePlaces } from '../../../src/app/merge-requests/create/places';
import { CreateSessions } from '../../../src/app/merge-requests/create/sessions';
import { findStart } from '../../../src/app/merge-requests/create/start';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { MergeRequestCreator } from '../../../src/app/merge-requests/new-merge-request';
import { ProjectRenames } from '../../../src/app/projects/project-renames';
import { TextParts } from '../../../src/app/projects/text-parts';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { onBackgroundFailure } from '../../../src/base/background';
import { systemClock } from '../../../src/base/clock';
import { silentLog } from '../../../src/base/log';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import {
  failureText,
  isSilent,
  registerErrorMessages,
} from '../../../src/presentation/shared/error-messages';
import type { Sandbox } from '../../../src/sandbox/index';
import { AttachFiles } from '../../../src/ui/discussions/commands/attach-files';
import { GitWork } from '../../../src/ui/git/editor/work';
import { createKind } from '../../../src/ui/merge-request-page/create/create-panel';
import { PanelImages } from '../../../src/ui/shared/panels/panel-images';
import { gitWorkDeps } from '../../builders/git-extension';
import { heldMemory } from '../../builders/stores';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';
import { signedIn } from './signed-in';

registerErrorMessages(explainMergeRequests);

/** The form for new merge requests with the stores of the extension, for a clone and a role of the sandbox. */
export async function createWorld(sandbox: Sandbox, role: keyof Sandbox['tokens'], clone: string) {
  const { store, transport, accounts, projects, clientFor } = await signedIn(sandbox, role);
  const failures: string[] = [];
  store.add(
    onBackgroundFailure((error) => {
      if (!isCanceled(error)) failures.push(error instanceof Error ? (error.stack ?? '') : String(error));
    }),
  );
  const prompts = new ScriptedPrompts();
  const clock = systemClock;
  const git = new GitWork(await gitWorkDeps(clone));
  const places = new CreatePlaces(git, new Clones(git, clientFor, new ProjectRenames(heldMemory())), () =>
    Promise.resolve(undefined),
  );
  const mergeRequests = store.add(new MergeRequests(clientFor));
  const sessions = new CreateSessions({
    ...{ git, places, clientFor, clock },
    maker: new MergeRequestCreator(clientFor, git, mergeRequests),
    drafts: new CreateDrafts(heldMemory()),
    user: (base) => accounts.user(base),
  });
  /** The merge requests that the form opened. */
  const opened: MergeRequestKey[] = [];
  const report = (what: string, error: unknown): void => {
    if (!isSilent(error)) failures.push(failureText(what, error));
  };
  return {
    kind: createKind({
      session: (key) => sessions.start(key),
      clock,
      whilePushing: () => (work) => work(new AbortController().signal),
      openMergeRequest: (key) => {
        opened.push(key);
      },
      isSureToDiscard: () => prompts.confirm({ message: 'Discard', detail: '', action: 'Discard' }),
      signIn: () => undefined,
      showOutput: () => undefined,
      onDidChangeProjects: projects.onDidChange,
      refresh: () => undefined,
      writing: {
        ...{ clientFor, clock },
        attachments: new AttachFiles({ clientFor, prompts, report }),
        textParts: store.add(new TextParts(clientFor, silentLog)),
      },
      images: ({ base }) => new PanelImages(transport, base, () => clientFor(base)),
      open: new Map(),
    }),
    /** Returns the key of a form for the checked-out branch. */
    key: async () => {
      const start = await findStart({ git, places }, [sandbox.url], {});
      assert.ok('key' in start, start.kind);
      return start.key;
    },
    ...{ opened, failures },
    dispose: () => {
      store.dispose();
    },
  };
}
