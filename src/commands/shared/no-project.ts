import type { Nowhere } from '../../app/pipelines/job-lookup';
import { background } from '../../base/background';
import { t } from '../../base/localize';
import type { MessageAction, Prompts } from '../../editor/shared/prompts';
import { NOWHERE } from '../../presentation/jobs/labels';
import { COMMAND } from '../../presentation/shared/command-ids';

type Buttons = Pick<Prompts, 'showMessage' | 'runCommand'>;

const doing = (prompts: Buttons, title: string, command: string): MessageAction => ({
  title,
  run: () => background(prompts.runCommand(command)),
});

/** The same ways out as where the views are empty. */
const WAYS_OUT: Readonly<Record<Nowhere, (prompts: Buttons) => readonly MessageAction[]>> = {
  'signed-out': (prompts) => [doing(prompts, t('Sign In...'), COMMAND.signIn)],
  'no-repository': (prompts) => [
    doing(prompts, t('Open Folder...'), 'vscode.openFolder'),
    doing(prompts, t('Add Project...'), COMMAND.addProject),
  ],
  'no-project': (prompts) => [
    doing(prompts, t('Sign In...'), COMMAND.signIn),
    doing(prompts, t('Add Project...'), COMMAND.addProject),
  ],
};

/** Tells why there is nowhere to look, with what helps as buttons. */
export function showNoProjectMessage(prompts: Buttons, why: Nowhere): void {
  prompts.showMessage('info', NOWHERE[why](), WAYS_OUT[why](prompts));
}
