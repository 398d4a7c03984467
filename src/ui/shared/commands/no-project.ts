import type { NoProjectsReason } from '../../../app/pipelines/job-lookup';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import { NO_PROJECTS } from '../../../presentation/jobs/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { MessageAction, Prompts } from '../editor/prompts';

type Buttons = Pick<Prompts, 'showMessage' | 'runCommand'>;

const doing = (prompts: Buttons, title: string, command: string): MessageAction => ({
  title,
  run: () => background(prompts.runCommand(command)),
});

/** Button that starts signing in. */
export const signInAction = (prompts: Buttons): MessageAction =>
  doing(prompts, t('Sign In...'), COMMAND.signIn);

/** The same actions as in empty views. */
const WAYS_OUT: Readonly<Record<NoProjectsReason, (prompts: Buttons) => readonly MessageAction[]>> = {
  'signed-out': (prompts) => [signInAction(prompts)],
  'no-repository': (prompts) => [
    doing(prompts, t('Open Folder...'), 'vscode.openFolder'),
    doing(prompts, t('Add Project...'), COMMAND.addProject),
  ],
  'no-project': (prompts) => [signInAction(prompts), doing(prompts, t('Add Project...'), COMMAND.addProject)],
};

/** Shows why there is no project, with possible actions. */
export function showNoProjectMessage(prompts: Buttons, why: NoProjectsReason): void {
  prompts.showMessage('info', NO_PROJECTS[why](), WAYS_OUT[why](prompts));
}
