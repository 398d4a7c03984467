import { CreateDrafts } from '../app/merge-requests/create/drafts';
import { CreatePlaces } from '../app/merge-requests/create/places';
import { CreateSessions } from '../app/merge-requests/create/sessions';
import { MergeRequestCreator } from '../app/merge-requests/new-merge-request';
import { background } from '../base/background';
import { t } from '../base/localize';
import { discardQuestion } from '../presentation/merge-requests/create-messages';
import { COMMAND } from '../presentation/shared/command-ids';
import type { CreateKey } from '../schemas/new-merge-request';
import { createKind, type CreatePanel } from '../ui/merge-request-page/create/create-panel';
import { createCommands } from '../ui/merge-requests/commands/create-commands';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { editorProgress } from '../ui/shared/editor/editor-progress';
import { execute } from '../ui/shared/editor/execute';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { DiscussionActionsModule } from './discussion-actions';
import type { GitModule } from './git';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** The form for a new merge request, and the command that opens it. */
export interface CreateModule {
  readonly rows: readonly CommandRow[];
  readonly panel: Panels<CreateKey>;
  /** Open forms by branch name. */
  readonly open: ReadonlyMap<string, CreatePanel>;
}

type CreateParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeCreate(
  core: CreateParts,
  { git, clones }: GitModule,
  { review: { textParts } }: MergeRequestViewModule,
  { attachments }: DiscussionActionsModule,
): CreateModule {
  const { store, branch, clock, clientFor, accounts, projects, prompts, mergeRequests } = core;
  const places = new CreatePlaces(git, clones, (base, signal) => projects.sshHostOf(base, signal));
  const sessions = new CreateSessions({
    git,
    places,
    maker: new MergeRequestCreator(clientFor, git, mergeRequests),
    drafts: new CreateDrafts(core.workspaceMemory),
    clientFor,
    user: (base) => accounts.user(base),
    clock,
  });
  const open = new Map<string, CreatePanel>();
  const panel = store.add(
    new Panels<CreateKey>(
      core.extensionUri,
      createKind({
        session: (key) => sessions.start(key),
        clock,
        writing: { attachments, textParts, clientFor, clock },
        images: ({ base }) => new PanelImages(core.wire, base, () => clientFor(base)),
        open,
        whilePushing: (name) => (work) => editorProgress.cancellable(t('Pushing {0}…', name), work),
        openMergeRequest: (mergeRequest) => {
          const target = { kind: 'merge-request', mergeRequest } as const;
          background(execute(COMMAND.openMergeRequest, { target }));
          branch.mergeRequestMade();
        },
        isSureToDiscard: () => prompts.confirm(discardQuestion()),
        onDidChangeProjects: projects.onDidChange,
        signIn: (base) => background(execute(COMMAND.signIn, { base })),
        showOutput: () => background(execute(COMMAND.showOutput)),
        refresh: () => background(execute(COMMAND.refreshMergeRequests)),
      }),
    ),
  );
  const rows = createCommands({
    accounts,
    git,
    places,
    prompts,
    open: (key, values) => {
      if (values !== undefined) sessions.fillIn(key, values);
      panel.open(key);
    },
  });
  return { rows, panel, open };
}
