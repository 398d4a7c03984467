import { t } from '../../base/localize';
import { GitMissing } from '../../editor/demo/clone';
import type { Prompts } from '../../editor/shared/prompts';
import { gitMissing, startDemoAction } from '../../presentation/demo/messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import { VIEW } from '../../presentation/shared/view-ids';
import type { CommandRow } from '../shared/command-row';

const GIT_DOWNLOADS = 'https://git-scm.com/downloads';

export interface DemoCommandDeps {
  readonly prompts: Prompts;
  /** The demo in whose window this is. */
  readonly demo: { readonly root: string; readonly server: object | undefined } | undefined;
  /** Clones the demo project and returns the folder of the clone. */
  readonly prepare: (signal: AbortSignal) => Promise<string>;
  /** Opens a folder, in this window if it is empty. */
  readonly openFolder: (folder: string) => Promise<void>;
  /** Stops the server and deletes the clone. */
  readonly remove: () => Promise<void>;
  readonly openUrl: (url: string) => Promise<void>;
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

async function exploreDemo({ demo, prompts, prepare, openFolder, openUrl }: DemoCommandDeps): Promise<void> {
  if (demo !== undefined) {
    await (demo.server === undefined
      ? startDemoAction(prompts).run()
      : prompts.runCommand(`${VIEW.pipelines}.focus`));
    return;
  }
  try {
    const folder = await prompts.progress.cancellable(t('Preparing the demo project…'), prepare);
    await openFolder(folder);
  } catch (error) {
    if (!(error instanceof GitMissing)) throw error;
    prompts.showMessage('error', gitMissing(), [
      { title: t('Download Git'), run: () => openUrl(GIT_DOWNLOADS) },
    ]);
  }
}

async function removeDemo({ demo, prompts, remove }: DemoCommandDeps): Promise<void> {
  if (demo === undefined) {
    prompts.showMessage('info', t("The demo project isn't open in this window."), []);
    return;
  }
  const confirmed = await prompts.confirm({
    message: t('Remove the demo project?'),
    detail: t(
      'The demo server will be stopped, and the clone in {0} will be deleted, including all changes that you made in it.',
      demo.root,
    ),
    action: t('Remove Demo Project'),
  });
  if (!confirmed) return;
  await remove();
  await prompts.runCommand('workbench.action.closeFolder');
}
