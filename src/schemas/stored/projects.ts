import * as z from 'zod/mini';
import { lenient, projectReference, serverAddress, storedList, storedRecord } from './stored-value';

export const addedGroupsSchema = storedList(z.object({ base: serverAddress, group: projectReference }));

export const addedProjectsSchema = storedList(
  z.object({
    base: serverAddress,
    project: projectReference,
    path: z.string(),
    repository: lenient(z.string()),
    remote: lenient(z.string()),
  }),
);

/** IDs of moved projects by their former paths. */
export const movedProjectsSchema = storedRecord(z.number());
