import { t } from '../../../base/localize';
import { gitMissing, ownWorkText, removedWork, startDemoAction } from '../../../presentation/demo/messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { GitMissingError } from '../editor/clone';
import type { KeptDemo } from '../editor/folder';
import type { OwnWork } from '../editor/own-work';

const GIT_DOWNLOADS = 'https://git-scm.com/downloads';

export interface DemoCommandDeps {
  readonly prompts: Prompts;
  /** The demo that is open in this window. */
  readonly demo: { readonly root: string; readonly server: object | undefined } | undefined;
  /**
   * Removes demos that no window uses. Returns those that are kept because they contain changes by the user.
   */
  readonly removeEnded: () => Promise<readonly KeptDemo[]>;
  /** Returns the user's work in the clone of this window, or undefined if it can't be determined. */
  readonly ownWork: () => Promise<OwnWork | undefined>;
  /** Clones the demo project and returns the folder of the clone. */
  readonly prepare: (signal: AbortSignal) => Promise<string>;
  /** Opens a folder, in this window if it is empty. */
  readonly openFolder: (folder: string) => Promise<void>;
  /** Stops the server and deletes the clone. */
  readonly remove: () => Promise<void>;
  readonly openUrl: (url: string) => Promise<void>;
  readonly now: () => number;
}

export function demoCommands(deps: DemoCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.exploreDemo,
      failure: () => t("Couldn't prepare the demo project."),
      run: () => exploreDemo(deps),
    },
    {
      id: COMMAND.removeDemo,
      failure: () => t("Couldn't remove the demo project."),
      run: () => removeDemo(deps),
    },
  ];
}

async function exploreDemo(deps: DemoCommandDeps): Promise<void> {
  const { demo, prompts, prepare, openFolder, openUrl } = deps;
  if (demo !== undefined) {
    await (demo.server === undefined
      ? startDemoAction(prompts).run()
      : prompts.runCommand(`${VIEW.pipelines}.focus`));
    return;
  }
  try {
    const kept = await deps.removeEnded();
    const chosen = kept.length === 0 ? 'new' : await chooseDemo(kept, deps);
    if (chosen === undefined) return;
    const folder =
      chosen === 'new'
        ? await prompts.progress.cancellable(t('Preparing the demo project…'), prepare)
        : chosen.clone;
    await openFolder(folder);
  } catch (error) {
    if (!(error instanceof GitMissingError)) throw error;
    prompts.showMessage('error', gitMissing(), [
      { title: t('Download Git'), run: () => openUrl(GIT_DOWNLOADS) },
    ]);
  }
}

/** Offers the demos that contain changes by the user, and a new one. */
const chooseDemo = (
  kept: readonly KeptDemo[],
  { prompts, now }: DemoCommandDeps,
): Promise<'new' | KeptDemo | undefined> =>
  prompts.pick<'new' | KeptDemo>({
    title: t('Explore the Demo Project'),
    placeholder: t('Select the demo project to open'),
    items: [
      { label: t('New Demo Project'), icon: 'add', value: 'new' },
      ...kept.map((each) => ({
        label: ownWorkText(each.work) ?? t('Your Changes'),
        icon: 'folder',
        description: parts(ago(each.lastUsed, now())),
        detail: each.clone,
        value: each,
      })),
    ],
  });

async function removeDemo({ demo, prompts, ownWork, remove }: DemoCommandDeps): Promise<void> {
  if (demo === undefined) {
    prompts.showMessage('info', t("The demo project isn't open in this window."), []);
    return;
  }
  const confirmed = await prompts.confirm({
    message: t('Remove the demo project?'),
    detail: removedWork(demo.root, await ownWork()),
    action: t('Remove Demo Project'),
  });
  if (!confirmed) return;
  await remove();
  await prompts.runCommand('workbench.action.closeFolder');
}
