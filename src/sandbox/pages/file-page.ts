import { blobAt, resolveRef } from '../world/repositories/blobs';
import type { World } from '../world/world';
import { markup, page } from './html';

const FILE = /^\/([^/]+\/[^/]+)\/-\/blob\/([^/]+)\/(.+)$/;

/** Returns the page of a file of a public project. Undefined if it doesn't exist, or for other pages. */
export function filePage(world: World, base: string, address: string): string | undefined {
  const [, name, ref = '', encoded = ''] = FILE.exec(address) ?? [];
  const project = world.projects.find(({ path, visibility }) => path === name && visibility === 'public');
  const path = decoded(encoded);
  if (project === undefined || path === undefined) return undefined;
  const repository = world.repositories.of(project);
  const commit = resolveRef(repository, decoded(ref) ?? '');
  const blob = commit === undefined ? undefined : blobAt(repository, commit, path);
  if (blob === undefined) return undefined;
  const text = blob.bytes.includes(0) ? 'This file is binary.' : blob.bytes.toString();
  return page(
    path,
    markup`<p><a href="${`${base}/${project.path}`}">${project.path}</a> · ${decoded(ref) ?? ''}</p><pre>${text}</pre>`,
  );
}

/** Returns undefined for invalid escapes. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
