import { t } from '../../base/localize';
import { COMMAND } from '../shared/command-ids';
import { listText } from '../shared/format';

/** A button of a message. */
interface DemoAction {
  readonly title: string;
  readonly run: () => Promise<void>;
}

interface Commands {
  readonly runCommand: (id: string) => Promise<void>;
}

export const demoEnded = (): string => t('The demo server stopped unexpectedly.');

export const demoNotStarted = (reason: string): string => t("Couldn't start the demo server. {0}", reason);

/** Shown if Git can't connect the clone with the running server. */
export const demoNotUpdated = (reason: string): string =>
  t("Couldn't connect the clone of the demo project to the demo server. {0}", reason);

export const gitMissing = (): string =>
  t(
    "Couldn't find Git, which the demo project requires. Install Git, make sure that the git command is on the PATH, and restart VS Code.",
  );

/** Restarts the extension host, which starts the server. */
export const startDemoAction = ({ runCommand }: Commands): DemoAction => ({
  title: t('Start Demo Server'),
  run: () => runCommand('workbench.action.restartExtensionHost'),
});

export const removeDemoAction = ({ runCommand }: Commands): DemoAction => ({
  title: t('Remove Demo Project'),
  run: () => runCommand(COMMAND.removeDemo),
});

/** Content of a clone, determined with Git. */
interface Work {
  readonly commits: number;
  readonly files: number;
  readonly stashes: number;
}

/**
 * Describes the user's work in the clone of a demo. Undefined if there is none, or it can't be determined.
 */
export function ownWorkText(work: Work | undefined): string | undefined {
  if (work === undefined) return undefined;
  const { commits, files, stashes } = work;
  const counts = [
    commits > 0 && t('{0, plural, one {# commit} other {# commits}}', commits),
    files > 0 && t('{0, plural, one {# changed file} other {# changed files}}', files),
    stashes > 0 && t('{0, plural, one {# stash} other {# stashes}}', stashes),
  ].filter((each) => each !== false);
  return counts.length === 0 ? undefined : listText(counts);
}

/** Describes what is lost when a demo is removed. */
export function removedWork(root: string, work: Work | undefined): string {
  const workText = ownWorkText(work);
  if (workText !== undefined)
    return t(
      'The demo server will be stopped, and the clone in {0} will be deleted. It contains changes that exist only there: {1}.',
      root,
      workText,
    );
  return work === undefined
    ? t(
        'The demo server will be stopped, and the clone in {0} will be deleted, including all changes that you made in it.',
        root,
      )
    : t(
        'The demo server will be stopped, and the clone in {0}, which has no changes, will be deleted.',
        root,
      );
}

/** Shown if the user tries to sign out of the demo account. */
export const demoAccountMessage = (): string =>
  t('The account of the demo project exists only in this window. To remove it, remove the demo project.');
