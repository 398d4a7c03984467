import type { TrackingSettings } from '../../../app/errors/calls';
import type { ErrorList } from '../../../app/errors/tracked-errors';
import type { ProjectOutcome } from '../../../app/projects/projects';
import type { ErrorPlace, FrameKey, TraceSource, TrackedErrorKey } from '../../../app/shared/error-keys';
import { t } from '../../../base/localize';
import type { StackTrace } from '../../../domain/errors/stack-trace';
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
import { type ErrorNote, errorNoteRow } from '../../../presentation/errors/state-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { errorRow } from '../../../presentation/shared/error-row';
import type { Row } from '../../../presentation/shared/row';
import type { Entry } from '../../tree-node';
import type { ErrorDeps } from './deps';
import type { ErrorNodeData } from './node';

/** Returns the row of a node from the cached data. */
export function errorNodeRow(data: ErrorNodeData, deps: ErrorDeps): Row {
  const { errors, filter, pasted, clock, keys } = deps;
  switch (data.kind) {
    case 'error-project': {
      const list = errors.peekList(data.place);
      return errorProjectRow({
        ...data.place,
        open: data.alone,
        settings: list && settingsState(list.settings),
        filter: filterLabel(filter.current),
        hasErrors: list?.state === 'listed',
      });
    }
    case 'tracked-error': {
      const known = errors.peek(data.error);
      return known === undefined ? unknownErrorRow(data.error.error) : trackedErrorRow(known, clock.now());
    }
    case 'more-errors':
      return moreErrorsRow(errors.peekList(data.place)?.items.length ?? 0);
    case 'error-note':
      return errorNoteRow(data.note, filter.current.search);
    case 'cause': {
      const trace = tracesOf(deps, data.source)?.[data.trace];
      return trace === undefined ? emptyRow('') : causeRow(trace);
    }
    case 'frame': {
      const { source, trace, frame } = data.frame;
      const known = tracesOf(deps, source)?.[trace]?.frames[frame];
      return known === undefined ? emptyRow('') : frameRow(known);
    }
    case 'library-frames':
      return libraryFramesRow(data.count);
    case 'pasted-traces':
      return pastedGroupRow(pasted.list().length);
    case 'pasted-trace': {
      const known = pasted.get(data.id);
      return known === undefined ? emptyRow('') : pastedRow(known.traces[0], known.at, clock.now());
    }
    case 'client-keys':
    case 'client-key':
    case 'no-client-key':
    case 'rotation':
    case 'rotation-step':
      return keys?.row(data) ?? emptyRow('');
  }
}

/** Returns the children of a node. */
export async function errorNodeEntries(data: ErrorNodeData, deps: ErrorDeps): Promise<readonly Entry[]> {
  const { errors, traces, filter, pasted, keys } = deps;
  switch (data.kind) {
    case 'error-project': {
      const { place } = data;
      return [
        ...errorEntries(place, await errors.list(place), filter.current.search),
        ...(keys?.has(place) === true
          ? [{ key: 'client keys', data: { kind: 'client-keys', place } } as const]
          : []),
      ];
    }
    case 'tracked-error':
      return traceEntries(latest(data.error), await traces.get(data.error), 0);
    case 'pasted-traces':
      return pasted.list().map(({ id }): Entry => ({ key: id, data: { kind: 'pasted-trace', id } }));
    case 'pasted-trace':
      return traceEntries({ kind: 'pasted', id: data.id }, pasted.get(data.id)?.traces ?? [], 0);
    case 'cause':
      return traceEntries(data.source, tracesOf(deps, data.source) ?? [], data.trace);
    case 'library-frames':
      return libraryEntries(data);
    case 'client-keys':
    case 'client-key':
    case 'no-client-key':
    case 'rotation':
    case 'rotation-step':
      return keys?.entries(data) ?? [];
    case 'frame':
    case 'more-errors':
    case 'error-note':
      return [];
  }
}

function tracesOf({ traces, pasted }: ErrorDeps, source: TraceSource): readonly StackTrace[] | undefined {
  return source.kind === 'latest' ? traces.peek(source.error) : pasted.get(source.id)?.traces;
}

function settingsState(settings: TrackingSettings | undefined): SettingsState {
  if (settings?.state !== 'known') return settings?.state ?? 'unknown';
  if (!settings.active) return 'inactive';
  return settings.integrated ? 'integrated' : 'external';
}

/** Children of the root below the pasted stack traces: a row for each project of the workspace. */
export function errorProjectEntries(outcomes: readonly ProjectOutcome[]): Entry[] {
  return outcomes.map((outcome): Entry => {
    if (!outcome.ok) {
      const { base, path, error } = outcome;
      const row = errorRow(
        { what: t("Couldn't load {0}", path), subject: path },
        error,
        COMMAND.refreshErrors,
      );
      return { key: `${base}/${path}`, data: { kind: 'note', row } };
    }
    const { key, path } = outcome.project;
    const place = { ...key, path };
    return {
      key: `${key.base}/${String(key.project)}`,
      data: { kind: 'error-project', place, alone: outcomes.length === 1 },
    };
  });
}

/** Returns the errors of a project, or notes with the reason and next steps. */
function errorEntries(place: ErrorPlace, list: ErrorList, search: string): Entry[] {
  const note = (which: ErrorNote): Entry => ({
    key: `note ${which}`,
    data: { kind: 'error-note', place, note: which },
  });
  if (list.state !== 'listed') {
    const why = list.state === 'off' && list.settings?.state === 'disabled' ? 'disabled' : list.state;
    return [note(why), note('paste')];
  }
  if (list.items.length === 0) return [note(search === '' ? 'none' : 'nothing-found')];
  return [
    ...list.items.map(({ sentryId }): Entry => ({
      key: `error ${sentryId}`,
      data: { kind: 'tracked-error', error: { ...keyOf(place), error: sentryId } },
    })),
    ...(list.cursor === undefined ? [] : [{ key: 'more', data: { kind: 'more-errors', place } } as const]),
  ];
}

/** Copies only the fields that identify the project. */
const keyOf = ({ base, project, path }: ErrorPlace): ErrorPlace => ({ base, project, path });

/**
 * Returns the frames of one of several stack traces, latest call first, with consecutive library frames
 * combined. For the first stack trace, also returns its causes.
 */
function traceEntries(source: TraceSource, traces: readonly StackTrace[], at: number): readonly Entry[] {
  const frames = traces[at]?.frames ?? [];
  const entries: Entry[] = [];
  for (let from = 0; from < frames.length;) {
    let to = from;
    while (frames[to]?.own === false) to++;
    const frame: FrameKey = { source, trace: at, frame: from };
    if (to === from) entries.push(frameEntry(frame));
    else
      entries.push({
        key: `libraries ${from}`,
        data: { kind: 'library-frames', frame, count: to - from },
      });
    from = Math.max(to, from + 1);
  }
  if (at === 0) {
    for (const [index] of traces.entries()) {
      if (index > 0) entries.push({ key: `cause ${index}`, data: { kind: 'cause', source, trace: index } });
    }
  }
  if (entries.length > 0) return entries;
  const row = emptyRow(t('The latest event has no stack trace'));
  return [{ key: 'none', data: { kind: 'note', row } }];
}

function libraryEntries({
  frame,
  count,
}: Extract<ErrorNodeData, { readonly kind: 'library-frames' }>): Entry[] {
  return Array.from({ length: count }, (_, index) => frameEntry({ ...frame, frame: frame.frame + index }));
}

const frameEntry = (frame: FrameKey): Entry => ({
  key: `frame ${frame.frame}`,
  data: { kind: 'frame', frame },
});

const latest = (error: TrackedErrorKey): TraceSource => ({ kind: 'latest', error });
