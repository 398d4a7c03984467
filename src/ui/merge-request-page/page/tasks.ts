import { TaskOutdatedError, type TaskToggles } from '../../../app/discussions/tasks/task-toggles';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { taskActSchema } from '../../../schemas/task-act';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface TaskToggleDeps {
  readonly toggles: Pick<TaskToggles, 'toggle'>;
  readonly prompts: Pick<Prompts, 'showMessage'>;
  readonly report: Report;
}

/** Returns the action of a checkbox in a text. It reports failures itself; invalid values are ignored. */
export function toggleTask({ toggles, prompts, report }: TaskToggleDeps) {
  return async (key: MergeRequestKey, value: string | undefined): Promise<void> => {
    const task = taskActSchema.safeParse(parsed(value));
    if (!task.success) return;
    try {
      await toggles.toggle(key, task.data);
    } catch (error) {
      const failure = t("Couldn't update the task.");
      if (error instanceof TaskOutdatedError) {
        const why = t('The text was changed on the server. Check the new text, and try again.');
        prompts.showMessage('info', `${failure} ${why}`, []);
      } else report(failure, error);
    }
  };
}

function parsed(value: string | undefined): unknown {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return undefined;
  }
}
