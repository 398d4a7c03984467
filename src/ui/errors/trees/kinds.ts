import type { TrackingSettings } from '../../../app/errors/calls';
import { filterLabel } from '../../../presentation/errors/labels';
import {
  causeRow,
  errorProjectRow,
  frameRow,
  libraryFramesRow,
  moreErrorsRow,
  pastedGroupRow,
  pastedRow,
  type SettingsState,
  trackedErrorRow,
  unknownErrorRow,
} from '../../../presentation/errors/rows';
import { errorNoteRow } from '../../../presentation/errors/state-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry } from '../../tree-node';
import type { ErrorDeps } from './deps';
import { libraryEntries, listedErrorEntries, traceEntries, tracesOf } from './entries';
import type { ErrorNodeData, KeyNodeData } from './node';

/** The data of a row by its kind. */
type DataOf = { readonly [D in ErrorNodeData as D['kind']]: D };
type Kind = keyof DataOf;

/** The row and the children of a kind. A kind without `entries` has no children. */
interface ErrorKind<D> {
  readonly row: (data: D, deps: ErrorDeps) => Row;
  readonly entries?: (data: D, deps: ErrorDeps) => readonly Entry[] | Promise<readonly Entry[]>;
}

const KEY_KIND: ErrorKind<KeyNodeData> = {
  row: (data, { keys }) => keys?.row(data) ?? emptyRow(''),
  entries: (data, { keys }) => keys?.entries(data) ?? [],
};

const KINDS: { readonly [K in Kind]: ErrorKind<DataOf[K]> } = {
  'error-project': {
    row: ({ place, alone }, { errors, filter }) => {
      const list = errors.peekList(place);
      return errorProjectRow({
        ...place,
        open: alone,
        settings: list && settingsState(list.settings),
        filter: filterLabel(filter.current),
        hasErrors: list?.state === 'listed',
      });
    },
    entries: async ({ place }, { errors, filter, keys }) => [
      ...listedErrorEntries(place, await errors.list(place), filter.current.search),
      ...(keys?.has(place) === true
        ? [{ key: 'client keys', data: { kind: 'client-keys', place } } as const]
        : []),
    ],
  },
  'tracked-error': {
    row: ({ error }, { errors, clock }) => {
      const known = errors.peek(error);
      return known === undefined ? unknownErrorRow(error.error) : trackedErrorRow(known, clock.now());
    },
    entries: async ({ error }, { traces }) =>
      traceEntries({ kind: 'latest', error }, await traces.get(error), 0),
  },
  cause: {
    row: ({ source, trace }, deps) => {
      const known = tracesOf(deps, source)?.[trace];
      return known === undefined ? emptyRow('') : causeRow(known);
    },
    entries: ({ source, trace }, deps) => traceEntries(source, tracesOf(deps, source) ?? [], trace),
  },
  frame: {
    row: ({ frame: { source, trace, frame } }, deps) => {
      const known = tracesOf(deps, source)?.[trace]?.frames[frame];
      return known === undefined ? emptyRow('') : frameRow(known);
    },
  },
  'library-frames': { row: ({ count }) => libraryFramesRow(count), entries: libraryEntries },
  'more-errors': {
    row: ({ place }, { errors }) => moreErrorsRow(errors.peekList(place)?.items.length ?? 0),
  },
  'error-note': { row: ({ note }, { filter }) => errorNoteRow(note, filter.current.search) },
  'pasted-traces': {
    row: (_, { pasted }) => pastedGroupRow(pasted.list().length),
    entries: (_, { pasted }) =>
      pasted.list().map(({ id }) => ({ key: id, data: { kind: 'pasted-trace', id } })),
  },
  'pasted-trace': {
    row: ({ id }, { pasted, clock }) => {
      const known = pasted.get(id);
      return known === undefined ? emptyRow('') : pastedRow(known.traces[0], known.at, clock.now());
    },
    entries: ({ id }, { pasted }) => traceEntries({ kind: 'pasted', id }, pasted.get(id)?.traces ?? [], 0),
  },
  'client-keys': KEY_KIND,
  'client-key': KEY_KIND,
  'no-client-key': KEY_KIND,
  rotation: KEY_KIND,
  'rotation-step': KEY_KIND,
};

/** Returns the row of a node from the cached data. */
export const errorNodeRow = (data: ErrorNodeData, deps: ErrorDeps): Row => row(data.kind, data, deps);

/** Returns the children of a node. Rejects if a request for them fails. */
export const errorNodeEntries = (data: ErrorNodeData, deps: ErrorDeps): Promise<readonly Entry[]> =>
  entries(data.kind, data, deps);

function row<K extends Kind>(kind: K, data: DataOf[K], deps: ErrorDeps): Row {
  return KINDS[kind].row(data, deps);
}

async function entries<K extends Kind>(kind: K, data: DataOf[K], deps: ErrorDeps): Promise<readonly Entry[]> {
  return (await KINDS[kind].entries?.(data, deps)) ?? [];
}

function settingsState(settings: TrackingSettings | undefined): SettingsState {
  if (settings?.state !== 'known') return settings?.state ?? 'unknown';
  if (!settings.active) return 'inactive';
  return settings.integrated ? 'integrated' : 'external';
}
