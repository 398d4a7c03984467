import { errorPlaceId, type ErrorPlace, type TraceSource } from '../app/error-keys';
import type { TrackingSettings } from '../app/tracked-error-calls';
import type { Disposable } from '../base/disposable';
import type { StackTrace } from '../domain/errors/stack-trace';
import { COMMAND } from '../presentation/command-ids';
import { errorNoteRow } from '../presentation/error-state-rows';
import { emptyRow } from '../presentation/pipeline-rows';
import type { Row } from '../presentation/row';
import {
  causeRow,
  errorProjectRow,
  frameRow,
  libraryFramesRow,
  moreErrorsRow,
  pastedGroupRow,
  pastedRow,
  trackedErrorRow,
  unknownErrorRow,
  type SettingsState,
} from '../presentation/tracked-error-rows';
import { filterWords } from '../presentation/tracked-error-words';
import { errorEntries, errorProjectEntries, latest, libraryEntries, traceEntries } from './error-entries';
import { isErrorNode, type ErrorNodeData } from './error-node';
import type { ErrorPorts } from './error-ports';
import { LiveTree } from './live-tree';
import type { Entry, TreeNode } from './tree-node';

/** What was pasted, then the projects of the workspace with the errors that their servers keep, and their client keys. */
export class ErrorTree extends LiveTree {
  readonly #ports: ErrorPorts;
  protected override readonly refreshCommand = COMMAND.refreshErrors;

  constructor(ports: ErrorPorts) {
    super();
    this.#ports = ports;
    const anew = (): void => {
      this.repaint();
    };
    for (const subscription of [
      ports.projects.onDidChange(anew),
      ports.accounts.onDidChange(anew),
      ports.pasted.onDidChange(() => {
        this.refreshRoot();
      }),
      ports.filter.onDidChange(() => {
        this.fire(({ data }) => data.kind === 'error-project');
      }),
      ports.errors.onDidChange((place) => {
        this.fire(({ data }) => isErrorOf(data, place));
      }),
      ports.keys?.onDidChange((place) => {
        this.fire(({ data }) => isKeyOf(data, place));
      }),
    ])
      if (subscription !== undefined) this.subscriptions.add(subscription);
  }

  /** Projects that are open in the view. */
  get openPlaces(): readonly ErrorPlace[] {
    return this.root.children.flatMap(({ data, hold }) =>
      data.kind === 'error-project' && hold !== undefined ? [data.place] : [],
    );
  }

  override upstreamOf(): undefined {
    return undefined;
  }

  protected override row({ data }: TreeNode): Row {
    if (!isErrorNode(data)) return data.kind === 'note' ? data.row : emptyRow('');
    return this.#row(data);
  }

  protected override async entries(node: TreeNode): Promise<readonly Entry[]> {
    if (node === this.root) return this.#rootEntries();
    return isErrorNode(node.data) ? this.#entries(node.data) : [];
  }

  protected override hold({ data }: TreeNode): Disposable | undefined {
    return data.kind === 'error-project' ? this.#ports.errors.hold(data.place) : undefined;
  }

  protected override tellsOfBelow({ data: { kind } }: TreeNode): boolean {
    return kind === 'error-project' || kind === 'client-keys';
  }

  #row(data: ErrorNodeData): Row {
    const { errors, filter, pasted, clock, keys } = this.#ports;
    switch (data.kind) {
      case 'error-project': {
        const list = errors.peekList(data.place);
        return errorProjectRow({
          ...data.place,
          open: data.alone,
          settings: list && settingsState(list.settings),
          filter: filterWords(filter.current),
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
        const trace = this.#traces(data.source)?.[data.trace];
        return trace === undefined ? emptyRow('') : causeRow(trace);
      }
      case 'frame': {
        const { source, trace, frame } = data.frame;
        const known = this.#traces(source)?.[trace]?.frames[frame];
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

  async #entries(data: ErrorNodeData): Promise<readonly Entry[]> {
    const { errors, traces, filter, pasted, keys } = this.#ports;
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
        return traceEntries(data.source, this.#traces(data.source) ?? [], data.trace);
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

  async #rootEntries(): Promise<readonly Entry[]> {
    const { projects, pasted, contextKeys } = this.#ports;
    const search = await projects.search();
    contextKeys.set('switchyard.projects', search.state);
    return [
      ...(pasted.list().length === 0 ? [] : [{ key: 'pasted', data: { kind: 'pasted-traces' } } as const]),
      ...(search.state === 'found' ? errorProjectEntries(search.projects) : []),
    ];
  }

  #traces(source: TraceSource): readonly StackTrace[] | undefined {
    const { traces, pasted } = this.#ports;
    return source.kind === 'latest' ? traces.peek(source.error) : pasted.get(source.id)?.traces;
  }
}

function settingsState(settings: TrackingSettings | undefined): SettingsState {
  if (settings?.state !== 'known') return settings?.state ?? 'unknown';
  if (!settings.active) return 'inactive';
  return settings.integrated ? 'integrated' : 'external';
}

/** Rows that tell of the errors of a project: those of its frames follow their error. */
function isErrorOf(data: TreeNode['data'], place: ErrorPlace): boolean {
  if (data.kind === 'error-project') return errorPlaceId(data.place) === errorPlaceId(place);
  return data.kind === 'tracked-error' && errorPlaceId(data.error) === errorPlaceId(place);
}

function isKeyOf(data: TreeNode['data'], place: ErrorPlace): boolean {
  if (data.kind === 'error-project' || data.kind === 'client-keys' || data.kind === 'rotation')
    return errorPlaceId(data.place) === errorPlaceId(place);
  return data.kind === 'client-key' && errorPlaceId(data.clientKey) === errorPlaceId(place);
}
