import type { ClientKeyKey, ErrorPlace, FrameKey, TraceSource, TrackedErrorKey } from '../app/error-keys';
import type { Target } from '../app/targets';

/** Rows of the errors' view. Plain data. */
export type ErrorNodeData =
  | { readonly kind: 'error-project'; readonly place: ErrorPlace; readonly alone: boolean }
  | { readonly kind: 'tracked-error'; readonly error: TrackedErrorKey }
  /** What caused what is told above it. */
  | { readonly kind: 'cause'; readonly source: TraceSource; readonly trace: number }
  | { readonly kind: 'frame'; readonly frame: FrameKey }
  /** Calls of libraries that follow each other: `frame` is the first of them. */
  | { readonly kind: 'library-frames'; readonly frame: FrameKey; readonly count: number }
  | { readonly kind: 'more-errors'; readonly place: ErrorPlace }
  /** What was pasted in this window. */
  | { readonly kind: 'pasted-traces' }
  | { readonly kind: 'pasted-trace'; readonly id: string }
  | { readonly kind: 'client-keys'; readonly place: ErrorPlace }
  | { readonly kind: 'client-key'; readonly clientKey: ClientKeyKey }
  /** A client key is being replaced by another one. */
  | { readonly kind: 'rotation'; readonly place: ErrorPlace }
  | { readonly kind: 'rotation-step'; readonly place: ErrorPlace; readonly step: string };

const KINDS: Readonly<Record<ErrorNodeData['kind'], true>> = {
  'error-project': true,
  'tracked-error': true,
  cause: true,
  frame: true,
  'library-frames': true,
  'more-errors': true,
  'pasted-traces': true,
  'pasted-trace': true,
  'client-keys': true,
  'client-key': true,
  rotation: true,
  'rotation-step': true,
};

export function isErrorNode(data: { readonly kind: string }): data is ErrorNodeData {
  return Object.hasOwn(KINDS, data.kind);
}

/** What commands learn from such a row. */
export function targetOfErrorNode(data: ErrorNodeData): Target | undefined {
  switch (data.kind) {
    case 'error-project':
    case 'more-errors':
    case 'client-keys':
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
