import type { Projects } from '../../../app/projects/projects';
import type { ErrorPlace } from '../../../app/shared/error-keys';
import type { CommandArgument } from '../../../schemas/command-argument';
import { showNoProjectMessage } from '../../shared/commands/no-project';
import type { Prompts } from '../../shared/editor/prompts';

interface PlaceDeps {
  readonly projects: Pick<Projects, 'search'>;
  readonly prompts: Prompts;
}

export interface ErrorPlaceDeps extends PlaceDeps {
  readonly projects: Projects;
}

/** Texts of a picker. */
export interface PickerTexts {
  readonly title: string;
  readonly placeholder: string;
}

/**
 * Returns the project of the row or the only one in the workspace, or asks for one. Rejects if none could be
 * read.
 */
export async function errorPlaceOf(
  argument: CommandArgument,
  { projects, prompts }: PlaceDeps,
  { title, placeholder }: PickerTexts,
): Promise<ErrorPlace | undefined> {
  const target = argument?.target;
  if (target?.kind === 'project') return { ...target.project, path: target.path };
  if (target?.kind === 'tracked-error') return placeOf(target.error);
  if (target?.kind === 'client-key') return placeOf(target.clientKey);
  const search = await projects.search();
  if (search.state !== 'found') {
    showNoProjectMessage(prompts, search.state);
    return undefined;
  }
  const places = search.projects.flatMap((outcome) =>
    outcome.ok ? [{ ...outcome.project.key, path: outcome.project.path }] : [],
  );
  const unread = search.projects.find((outcome) => !outcome.ok);
  if (places.length === 0 && unread?.ok === false) throw unread.error;
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
