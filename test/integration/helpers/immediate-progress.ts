import type { Progress } from '../../../src/ui/shared/editor/progress';

const { signal } = new AbortController();
const nothing = (): void => undefined;

/** Runs work without showing progress. */
export const immediateProgress: Progress = {
  inView: (_title, work) => work(signal),
  inStatusBar: (_title, work) => work(),
  cancellable: (_title, work) => work(signal, nothing),
  counting: (_title, work) => work({ signal, onProgress: nothing }),
};
