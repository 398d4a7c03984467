import { parseBaseAddress } from '../../api/base-address';
import { checkFilters } from '../../domain/merge-requests/check-filters';
import type { QueryPlace } from '../../domain/merge-requests/query';
import type {
  EntryFault,
  QueryConfigurationTarget,
  QueryDraft,
  SavedEntry,
  SavedQuery,
} from '../../domain/merge-requests/saved-query';
import { queryNameSchema, savedQuerySchema, type StoredQuery } from '../../schemas/saved-query';

export const nameId = (target: QueryConfigurationTarget, name: string): string => `${target} ${name}`;

/** Returns the entries of an unparsed setting, in its order. */
export function readEntries(target: QueryConfigurationTarget, held: unknown): readonly SavedEntry[] {
  if (held === undefined) return [];
  const broken = (
    id: string,
    name: string | undefined,
    fault: EntryFault,
    query?: SavedQuery,
  ): SavedEntry => ({
    kind: 'broken',
    id,
    target,
    name,
    fault,
    query,
  });
  if (!Array.isArray(held)) return [broken(`${target} #`, undefined, { kind: 'no-list' })];
  const list: readonly unknown[] = held;
  const names = new Set<string>();
  return list.map((one, index): SavedEntry => {
    const byPlace = `${target} #${index}`;
    const read = savedQuerySchema.safeParse(one);
    if (!read.success) {
      const path = read.error.issues[0]?.path.join('.') ?? '';
      return broken(byPlace, looseName(one), { kind: 'shape', path });
    }
    const { name, filters } = read.data;
    const isDuplicate = names.has(name);
    names.add(name);
    const id = isDuplicate ? byPlace : nameId(target, name);
    const place = placeOf(read.data);
    if (place.kind === 'fault') return broken(id, name, place.fault);
    const query: SavedQuery = { id, name, target, place: place.place, filters };
    if (isDuplicate) return broken(id, name, { kind: 'same-name' }, query);
    const faults = checkFilters(query.place.kind, filters);
    return faults.length === 0
      ? { kind: 'query', query }
      : broken(id, name, { kind: 'filters', faults }, query);
  });
}

const looseName = (one: unknown): string | undefined => queryNameSchema.safeParse(one).data?.name;

type PlaceRead =
  | { readonly kind: 'place'; readonly place: QueryPlace }
  | { readonly kind: 'fault'; readonly fault: EntryFault };

function placeOf({ host, group, project }: StoredQuery): PlaceRead {
  const parsed = parseBaseAddress(host);
  if (!parsed.ok) return { kind: 'fault', fault: { kind: 'host', host } };
  const { base } = parsed.address;
  if (group !== undefined && project !== undefined) return { kind: 'fault', fault: { kind: 'two-places' } };
  if (group !== undefined) return { kind: 'place', place: { kind: 'group', base, group } };
  if (project !== undefined) return { kind: 'place', place: { kind: 'project', base, project } };
  return { kind: 'place', place: { kind: 'host', base } };
}

/** Returns the query in the format of the setting. */
export function storedOf({ name, place, filters }: QueryDraft): StoredQuery {
  return {
    name: name.trim(),
    host: place.base,
    ...(place.kind === 'group' ? { group: place.group } : {}),
    ...(place.kind === 'project' ? { project: place.project } : {}),
    filters,
  };
}
