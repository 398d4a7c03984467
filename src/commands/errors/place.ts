import type { Projects } from '../../app/projects/projects';
import type { ErrorPlace } from '../../app/shared/error-keys';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import type { CommandArgument } from '../../schemas/command-argument';

export interface ErrorPlaceDeps {
  readonly projects: Projects;
  readonly prompts: Prompts;
}

/** What a picker says: the title of its command, and what is to be selected. */
export interface Asked {
  readonly title: string;
  readonly placeholder: string;
}

/** The project that a command is about: that of the row, the only one of the workspace, or one that a person picks. */
export async function errorPlaceOf(
  argument: CommandArgument,
  { projects, prompts }: ErrorPlaceDeps,
  { title, placeholder }: Asked,
): Promise<ErrorPlace | undefined> {
  const target = argument?.target;
  if (target?.kind === 'project') return { ...target.project, path: target.path };
  if (target?.kind === 'tracked-error') return placeOf(target.error);
  if (target?.kind === 'client-key') return placeOf(target.clientKey);
  const search = await projects.search();
  const places = (search.state === 'found' ? search.projects : []).flatMap((outcome) =>
    outcome.ok ? [{ ...outcome.project.key, path: outcome.project.path }] : [],
  );
  if (places.length === 0) {
    prompts.showMessage('info', t("This workspace has no projects on a server you're signed in to."), []);
    return undefined;
  }
  if (places.length === 1) return places[0];
  return prompts.pick({
    title,
    placeholder,
    items: places.map((place) => ({
      label: place.path,
      description: place.base.replace(/^https?:\/\//, ''),
      icon: 'repo',
      value: place,
    })),
  });
}

const placeOf = ({ base, project, path }: ErrorPlace): ErrorPlace => ({ base, project, path });
