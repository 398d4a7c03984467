import type { ItemFinder } from '../../../app/navigation/find';
import type { MergeRequestKey, ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { FoundPage } from '../../../domain/navigation/find-input';
import { type LinkedPage, readPageLink } from '../../../domain/navigation/page-link';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { failureText, isSilent, sentences } from '../../../presentation/shared/error-messages';
import { outwardLink } from '../../../presentation/shared/external-link';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import type { execute } from '../../shared/editor/execute';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';
import { openFindTarget, type OpenFoundDeps, targetOfFound } from './find-commands';
import { signInStep } from './sign-in-step';

export interface PageLinkDeps extends OpenFoundDeps {
  readonly find: Pick<ItemFinder, 'page'>;
  readonly now: () => number;
  readonly prompts: Pick<Prompts, 'progress' | 'showMessage'>;
  /** URLs of the servers with accounts. */
  readonly bases: () => readonly string[];
  /** The URL of a merge request's page, if known. */
  readonly pageOf: (key: MergeRequestKey) => string | null | undefined;
  /** SHAs of the commits of a merge request. */
  readonly commitsOf: (key: MergeRequestKey) => Promise<readonly string[]>;
  /** Returns the address of a file in a clone. It is inside of the clone, and not behind a symbolic link. */
  readonly fileIn: (project: ProjectKey, path: string) => Promise<string | undefined>;
  /** The first line is 1. */
  readonly openFile: (address: string, line: number | undefined) => Promise<void>;
  readonly browse: (link: string) => Promise<void>;
  readonly execute: typeof execute;
}

/** "Open Link": opens a link in a text of a merge request in the editor, or else in the browser. */
export function pageLinkCommands(deps: PageLinkDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.openLink,
      args: COMMAND_ARGUMENTS.openLink,
      failure: () => t("Couldn't open the link."),
      run: async ({ address, mergeRequest }) => {
        // Web pages and mail only, as in the text.
        const link = outwardLink(address);
        if (link === undefined) return;
        const target = readPageLink(link, deps.bases());
        if (target === undefined || (await opened(deps, target, mergeRequest, link)) === 'elsewhere')
          await deps.browse(link);
      },
    }),
  ];
}

/** Returns `elsewhere` if only the browser can show the page. Reports failures. */
async function opened(
  deps: PageLinkDeps,
  target: LinkedPage,
  from: MergeRequestKey,
  link: string,
): Promise<'handled' | 'elsewhere'> {
  const what = failureOf(target);
  try {
    const result = await openTarget(deps, target, from);
    if (result !== 'missing') return result;
    const why = t("The page doesn't exist, or you don't have access.");
    showProblem(deps, sentences(what, why), [browseAction(deps, link)]);
  } catch (error) {
    if (!isSilent(error))
      showProblem(deps, failureText(what, error), [...signInAction(deps, error), browseAction(deps, link)]);
  }
  return 'handled';
}

async function openTarget(
  deps: PageLinkDeps,
  target: LinkedPage,
  from: MergeRequestKey,
): Promise<'handled' | 'elsewhere' | 'missing'> {
  switch (target.kind) {
    case 'page':
      return isSamePage(deps, target, from)
        ? openPlaceOnPage(deps, target.page, from)
        : openFound(deps, target);
    case 'commit': {
      const sha =
        target.base === from.base
          ? (await deps.commitsOf(from)).find((each) => each.startsWith(target.sha))
          : undefined;
      if (sha === undefined) return 'elsewhere';
      await deps.execute(COMMAND.showCommit, { target: { kind: 'commit', mergeRequest: from, sha } });
      return 'handled';
    }
    case 'file': {
      const { base, path: project, file, line } = target;
      const address = await deps.fileIn({ base, project }, file);
      if (address === undefined) return 'elsewhere';
      await deps.openFile(address, line);
      return 'handled';
    }
  }
}

type PageTarget = Extract<LinkedPage, { kind: 'page' }>;

/** True for links to the merge request that contains the text. */
function isSamePage(deps: PageLinkDeps, { base, path, page }: PageTarget, from: MergeRequestKey): boolean {
  const own = readPageLink(deps.pageOf(from) ?? '', [from.base]);
  return (
    own?.kind === 'page' &&
    own.base === base &&
    own.path.toLowerCase() === path.toLowerCase() &&
    page.what === 'merge-request' &&
    page.iid === from.iid
  );
}

async function openPlaceOnPage(
  deps: PageLinkDeps,
  page: FoundPage,
  from: MergeRequestKey,
): Promise<'handled'> {
  const place = page.what === 'merge-request' ? page.place : undefined;
  if (place !== undefined && place.note === undefined) await deps.openPlace(from, place);
  else {
    const target = { kind: 'merge-request', mergeRequest: from } as const;
    // The comment on the page, even if its thread is on a line of code.
    await deps.execute(COMMAND.openMergeRequest, { target, note: place?.note });
  }
  return 'handled';
}

async function openFound(
  deps: PageLinkDeps,
  { base, path, page }: PageTarget,
): Promise<'handled' | 'missing'> {
  const found = await deps.prompts.progress.inView(t('Opening the page…'), (signal) =>
    deps.find.page({ base, project: path }, page, { signal }),
  );
  const [only] = found;
  if (only === undefined) return 'missing';
  await openFindTarget(deps, targetOfFound(only, deps.now()), () => undefined);
  return 'handled';
}

function failureOf(target: LinkedPage): string {
  if (target.kind !== 'page') return t("Couldn't open the link.");
  const { page } = target;
  switch (page.what) {
    case 'merge-request':
      return t("Couldn't open merge request !{0}.", page.iid);
    case 'job':
      return t("Couldn't open job #{0}.", page.id);
    case 'pipeline':
      return t("Couldn't open pipeline #{0}.", page.id);
  }
}

const showProblem = ({ prompts }: PageLinkDeps, message: string, actions: readonly MessageAction[]): void => {
  prompts.showMessage('error', message, actions);
};

const browseAction = ({ browse }: PageLinkDeps, link: string): MessageAction => ({
  title: t('Open in Browser'),
  run: () => browse(link),
  failure: () => t("Couldn't open the page."),
});

/** Returns the action that signs in, if a sign-in can solve the error. */
function signInAction({ execute }: PageLinkDeps, error: unknown): readonly MessageAction[] {
  const step = signInStep(error);
  if (step === undefined) return [];
  const { title, base } = step;
  return [
    {
      title,
      run: async () => {
        await execute(COMMAND.signIn, base === undefined ? undefined : { base });
      },
    },
  ];
}
