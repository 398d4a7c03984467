import type {
  ClientKeyKey,
  ErrorPlace,
  FrameKey,
  TraceSource,
  TrackedErrorKey,
} from '../../../app/shared/error-keys';
import type { ErrorNote } from '../../../presentation/errors/state-rows';
import type { Target } from '../../../schemas/target';

/** Rows of the Errors view. Plain data. */
export type ErrorNodeData =
  | { readonly kind: 'error-project'; readonly place: ErrorPlace; readonly alone: boolean }
  | { readonly kind: 'tracked-error'; readonly error: TrackedErrorKey }
  /** The cause of the exception above. */
  | { readonly kind: 'cause'; readonly source: TraceSource; readonly trace: number }
  | { readonly kind: 'frame'; readonly frame: FrameKey }
  /** Consecutive frames of libraries; `frame` is the first of them. */
  | { readonly kind: 'library-frames'; readonly frame: FrameKey; readonly count: number }
  | { readonly kind: 'more-errors'; readonly place: ErrorPlace }
  /** Replaces the list of errors: the reason why there are none, and next steps. */
  | { readonly kind: 'error-note'; readonly place: ErrorPlace; readonly note: ErrorNote }
  /** Stack traces that were pasted in this window. */
  | { readonly kind: 'pasted-traces' }
  | { readonly kind: 'pasted-trace'; readonly id: string }
  | { readonly kind: 'client-keys'; readonly place: ErrorPlace }
  | { readonly kind: 'client-key'; readonly clientKey: ClientKeyKey }
  /** Shown if there are no client keys. */
  | { readonly kind: 'no-client-key'; readonly place: ErrorPlace }
  /** The rotation of a client key in progress. */
  | { readonly kind: 'rotation'; readonly place: ErrorPlace }
  | { readonly kind: 'rotation-step'; readonly place: ErrorPlace; readonly step: string };

/** Rows of client keys (see `KeyRows`). */
export type KeyNodeData = Extract<
  ErrorNodeData,
  { readonly kind: 'client-keys' | 'client-key' | 'no-client-key' | 'rotation' | 'rotation-step' }
>;

const KINDS: Readonly<Record<ErrorNodeData['kind'], true>> = {
  'error-project': true,
  'tracked-error': true,
  cause: true,
  frame: true,
  'library-frames': true,
  'more-errors': true,
  'error-note': true,
  'pasted-traces': true,
  'pasted-trace': true,
  'client-keys': true,
  'client-key': true,
  'no-client-key': true,
  rotation: true,
  'rotation-step': true,
};

export function isErrorNode(data: { readonly kind: string }): data is ErrorNodeData {
  return Object.hasOwn(KINDS, data.kind);
}

/** Returns the target that commands receive for a row. */
export function targetOfErrorNode(data: ErrorNodeData): Target | undefined {
  switch (data.kind) {
    case 'error-project':
    case 'more-errors':
    case 'error-note':
    case 'client-keys':
    case 'no-client-key':
    case 'rotation':
    case 'rotation-step': {
      const { base, project, path } = data.place;
      return { kind: 'project', project: { base, project }, path };
    }
    case 'tracked-error':
      return { kind: 'tracked-error', error: data.error };
    case 'frame':
      return { kind: 'frame', frame: data.frame };
    case 'pasted-trace':
      return { kind: 'pasted-trace', id: data.id };
    case 'client-key':
      return { kind: 'client-key', clientKey: data.clientKey };
    case 'cause':
    case 'library-frames':
    case 'pasted-traces':
      return undefined;
  }
}
