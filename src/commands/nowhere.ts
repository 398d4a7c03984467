import { commands } from 'vscode';
import type { Nowhere } from '../app/job-lookup';
import { t } from '../base/localize';
import type { MessageAction, Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { NOWHERE } from '../presentation/job-words';

const doing = (title: string, command: string): MessageAction => ({
  title,
  run: () => void commands.executeCommand(command),
});

/** The same ways out as where the views are empty. */
const WAYS_OUT: Readonly<Record<Nowhere, () => readonly MessageAction[]>> = {
  'signed-out': () => [doing(t('Sign In...'), COMMAND.signIn)],
  'no-repository': () => [
    doing(t('Open Folder...'), 'vscode.openFolder'),
    doing(t('Add Project...'), COMMAND.addProject),
  ],
  'no-project': () => [
    doing(t('Sign In...'), COMMAND.signIn),
    doing(t('Add Project...'), COMMAND.addProject),
  ],
};

/** Tells why there is nowhere to look, with what helps as buttons. */
export function tellNowhere(prompts: Pick<Prompts, 'tell'>, why: Nowhere): void {
  prompts.tell('info', NOWHERE[why](), WAYS_OUT[why]());
}
