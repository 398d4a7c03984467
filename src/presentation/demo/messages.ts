import { t } from '../../base/localize';
import { COMMAND } from '../shared/command-ids';

/** A button of a message. */
interface DemoAction {
  readonly title: string;
  readonly run: () => Promise<void>;
}

interface Commands {
  readonly runCommand: (id: string) => Promise<void>;
}

export const demoEnded = (): string => t('The demo server stopped unexpectedly.');

export const demoNotStarted = (reason: string): string => t("Couldn't start the demo server: {0}", reason);

export const gitMissing = (): string =>
  t(
    "Couldn't find Git, which the demo project requires. Install Git, make sure that the git command is on the PATH, and restart VS Code.",
  );

/** Starts the server again, in a new extension host. */
export const startDemoAction = ({ runCommand }: Commands): DemoAction => ({
  title: t('Start Demo Server'),
  run: () => runCommand('workbench.action.restartExtensionHost'),
});

export const removeDemoAction = ({ runCommand }: Commands): DemoAction => ({
  title: t('Remove Demo Project'),
  run: () => runCommand(COMMAND.removeDemo),
});

/** The demo account can't be signed out of. */
export const demoAccountHolds = (): string =>
  t('The account of the demo project exists only in this window. To remove it, remove the demo project.');
