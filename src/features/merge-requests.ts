import { knownUsername } from '../app/accounts/known-username';
import { MergeRequestChoice } from '../app/merge-requests/choice';
import { CreateDrafts } from '../app/merge-requests/create/drafts';
import { CreatePlaces } from '../app/merge-requests/create/places';
import { CreateSessions } from '../app/merge-requests/create/sessions';
import { MergeRequestCreator } from '../app/merge-requests/new-merge-request';
import type { MergeRequestKey } from '../app/shared/keys';
import { background, ignoreFailure } from '../base/background';
import { t } from '../base/localize';
import { discardQuestion } from '../presentation/merge-requests/create-messages';
import { explainMergeRequests } from '../presentation/merge-requests/errors';
import { COMMAND } from '../presentation/shared/command-ids';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import type { CreateKey } from '../schemas/new-merge-request';
import type { Services } from '../services';
import { activeHead, activeMergeRequest } from '../ui/changes/editor/active-review';
import { findNote, noteOnPage } from '../ui/discussions/commands/find-note';
import { createKind, type CreatePanel } from '../ui/merge-request-page/create/create-panel';
import { type ChoosingDeps, pickMergeRequest } from '../ui/merge-requests/commands/choice';
import { createCommands } from '../ui/merge-requests/commands/create-commands';
import { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import { pageCommands } from '../ui/navigation/commands/web-page-commands';
import { editorProgress } from '../ui/shared/editor/editor-progress';
import { execute } from '../ui/shared/editor/execute';
import type { ItemOpener } from '../ui/shared/editor/opening';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import { createChanges } from './changes';
import { createDiscussions } from './discussions';
import { createGitFeature } from './git';
import { createMergeRequestCommands } from './merge-request-commands';
import { createMergeRequestLists } from './merge-request-lists';
import { createImagePage, createMergeRequestPage } from './merge-request-page';
import type { MergeRequestServices } from './merge-request-services';
import { createMergeRequestTools, type MergeRequestTools } from './merge-request-tools';

/** Git, pages, forms, and commands of merge requests. Loaded when first needed. */
export type MergeRequestFeature = ReturnType<typeof createMergeRequests>;

export function createMergeRequests(services: Services, view: MergeRequestServices, opening: ItemOpener) {
  const { prompts } = services;
  registerErrorMessages(explainMergeRequests);
  const tools = createMergeRequestTools(services, view);
  const page = createMergeRequestPage(services, view, tools);
  const images = createImagePage(services, view, tools);
  const create = createForm(services, view, tools);
  const { choosing, current } = currentMergeRequest(services, view, page);
  const lists = createMergeRequestLists(services, view, current);
  const changes = createChanges(services, view, tools, current);
  const discussions = createDiscussions(services, view, tools, current);
  const offers = { ...tools.gitPrompts, showCommit: changes.showCommit };
  const commands = createMergeRequestCommands(services, view, {
    choosing,
    git: offers,
    showPipeline: opening.showPipeline,
  });
  const git = createGitFeature(services, view, tools, { choosing, current, offers });
  return {
    ...tools,
    ...changes,
    ...discussions,
    ...commands,
    ...git,
    rows: [
      ...git.rows,
      ...lists.rows,
      ...create.rows,
      ...changes.rows,
      ...discussions.rows,
      images.row,
      ...commands.rows,
      ...pageCommands({
        mergeRequestOf: current.ofArgument,
        noteOnPage: async (key, note) => {
          const thread = await findNote({ discussions: view.review.discussions, prompts }, key, note);
          return thread && noteOnPage(thread, note);
        },
        open: (key, part) => {
          const panel = page.open(key);
          if (part === undefined) return;
          ignoreFailure(view.review.activityView.showComments());
          panel.post({ kind: 'reveal', id: part, focus: true });
        },
      }),
    ],
    /** Open forms for new merge requests by branch name. */
    newForms: create.open,
    panels: {
      'switchyard.query': lists.panel,
      'switchyard.mergeRequest': page,
      'switchyard.createMergeRequest': create.panel,
      'switchyard.imageComments': images.panel,
    },
  };
}

/** Returns how commands find their merge request. */
function currentMergeRequest(
  { accounts, branch, clientFor, mergeRequests, now, projects, prompts }: Services,
  { actions, review }: MergeRequestServices,
  page: Panels<MergeRequestKey>,
): { readonly choosing: ChoosingDeps; readonly current: CurrentMergeRequest } {
  const asking = { choice: new MergeRequestChoice(clientFor, projects), prompts, now };
  const current = new CurrentMergeRequest({
    ofEditor: () => page.active ?? activeMergeRequest(),
    ofBranch: () => branch.details?.mergeRequests[0],
    choose: (title, placeholder) => pickMergeRequest(asking, { title, placeholder, state: undefined }),
  });
  const choosing = {
    ...asking,
    store: mergeRequests,
    actions,
    roles: projects,
    who: (base: string) => knownUsername(accounts, base),
    active: current.active,
    shownHead: (key: MergeRequestKey) => activeHead(review.changes, key),
  };
  return { choosing, current };
}

/** Creates the form for a new merge request, and the command that opens it. */
function createForm(
  services: Services,
  { review: { textParts } }: MergeRequestServices,
  { attachments, clones, git }: MergeRequestTools,
) {
  const { branch, clientFor, clock, mergeRequests, projects, prompts, store, userOf, wire } = services;
  const places = new CreatePlaces(git, clones, (base, signal) => projects.sshHostOf(base, signal));
  const sessions = new CreateSessions({
    git,
    places,
    maker: new MergeRequestCreator(clientFor, git, mergeRequests),
    drafts: new CreateDrafts(services.workspaceMemory),
    clientFor,
    user: userOf,
    clock,
  });
  const open = new Map<string, CreatePanel>();
  const panel = store.add(
    new Panels<CreateKey>(
      services.extensionUri,
      createKind({
        session: (key) => sessions.start(key),
        clock,
        writing: { attachments, textParts, clientFor, clock },
        images: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
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
    ...services,
    git,
    places,
    open: (key, values) => {
      if (values !== undefined) sessions.fillIn(key, values);
      panel.open(key);
    },
  });
  return { rows, panel, open };
}
