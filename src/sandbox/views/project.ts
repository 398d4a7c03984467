import type * as z from 'zod/mini';
import type { projectSchema } from '../../schemas/project';
import { ACCESS, type Project, type User } from '../world/model';
import { fullNameOf, namespaceOf, slugOf } from './namespace';
import { isoTime } from './time';

/** Fields that all formats of a project contain. */
export const briefProjectView = (project: Project) => ({
  id: project.id,
  description: project.description,
  name: project.name,
  name_with_namespace: fullNameOf(project),
  path: slugOf(project),
  path_with_namespace: project.path,
  created_at: isoTime(project.createdAt),
});

/** The fields that remain with `simple=true`. */
export function simpleProjectView(project: Project, base: string): z.input<typeof projectSchema> {
  const {
    permissions: _permissions,
    visibility: _visibility,
    archived: _archived,
    squash_option: _squash,
    remove_source_branch_after_merge: _removes,
    merge_method: _method,
    merge_trains_enabled: _trains,
    merge_commit_template: _mergeTemplate,
    squash_commit_template: _squashTemplate,
    ...simple
  } = projectView(project, base, undefined);
  return simple;
}

export function projectView(
  project: Project,
  base: string,
  viewer: User | undefined,
): z.input<typeof projectSchema> {
  const { host } = new URL(base);
  const { id, name, path, kind } = namespaceOf(project);
  const member = viewer !== undefined && project.members.includes(viewer.role);
  return {
    ...briefProjectView(project),
    default_branch: 'main',
    ssh_url_to_repo: `ssh://git@${host}/${project.path}.git`,
    http_url_to_repo: `${base}/${project.path}.git`,
    web_url: `${base}/${project.path}`,
    readme_url: `${base}/${project.path}/-/blob/main/README.md`,
    namespace: {
      id,
      name: name.slice(name.lastIndexOf('/') + 1).trim(),
      path: path.slice(path.lastIndexOf('/') + 1),
      kind,
      full_path: path,
      web_url: `${base}/${kind === 'group' ? 'groups/' : ''}${path}`,
    },
    visibility: project.visibility,
    archived: project.archived,
    remove_source_branch_after_merge: true,
    ...project.mergeSettings,
    ...(project.forkedFrom === undefined
      ? {}
      : { forked_from_project: simpleProjectView(project.forkedFrom, base) }),
    last_activity_at: isoTime(project.pipelines.at(-1)?.updatedAt ?? project.createdAt),
    permissions: {
      project_access: null,
      group_access: member ? { access_level: ACCESS[viewer.role], notification_level: 3 } : null,
    },
  };
}
