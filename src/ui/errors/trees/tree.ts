import { type ErrorPlace, errorPlaceId } from '../../../app/shared/error-keys';
import type { Disposable } from '../../../base/disposable';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { Row } from '../../../presentation/shared/row';
import { LiveTree } from '../../shared/trees/live-tree';
import type { Entry, TreeNode } from '../../tree-node';
import type { ErrorDeps } from './deps';
import { errorProjectEntries } from './entries';
import { errorNodeEntries, errorNodeRow } from './kinds';
import { isErrorNode } from './node';

/** Pasted stack traces, then the projects of the workspace with their tracked errors and client keys. */
export class ErrorTree extends LiveTree {
  readonly #deps: ErrorDeps;
  protected override readonly refreshCommand = COMMAND.refreshErrors;

  constructor(deps: ErrorDeps) {
    super(deps.clock);
    this.#deps = deps;
    const repaint = (): void => {
      this.repaint();
    };
    for (const subscription of [
      deps.projects.onDidChange(repaint),
      deps.accounts.onDidChange(repaint),
      deps.pasted.onDidChange(() => {
        this.refreshRoot();
      }),
      deps.filter.onDidChange(() => {
        this.fire(({ data }) => data.kind === 'error-project');
      }),
      deps.errors.onDidChange((place) => {
        this.fire(({ data }) => isErrorOf(data, place));
      }),
      deps.keys?.onDidChange((place) => {
        this.fire(({ data }) => isKeyOf(data, place));
      }),
    ])
      if (subscription !== undefined) this.subscriptions.add(subscription);
  }

  /** Projects that are expanded in the view. */
  get openPlaces(): readonly ErrorPlace[] {
    return this.root.children.flatMap(({ data, retained: hold }) =>
      data.kind === 'error-project' && hold !== undefined ? [data.place] : [],
    );
  }

  override upstreamOf(): undefined {
    return undefined;
  }

  protected override row({ data }: TreeNode): Row {
    if (!isErrorNode(data)) return data.kind === 'note' ? data.row : emptyRow('');
    return errorNodeRow(data, this.#deps);
  }

  protected override async entries(node: TreeNode): Promise<readonly Entry[]> {
    if (node === this.root) return this.#rootEntries();
    return isErrorNode(node.data) ? errorNodeEntries(node.data, this.#deps) : [];
  }

  protected override retain({ data }: TreeNode): Disposable | undefined {
    return data.kind === 'error-project' ? this.#deps.errors.retain(data.place) : undefined;
  }

  protected override summarizesChildren({ data: { kind } }: TreeNode): boolean {
    return kind === 'error-project' || kind === 'client-keys';
  }

  async #rootEntries(): Promise<readonly Entry[]> {
    const { projects, pasted, contextKeys } = this.#deps;
    const search = await projects.search();
    contextKeys.set('switchyard.projects', search.state);
    return [
      ...(pasted.list().length === 0 ? [] : [{ key: 'pasted', data: { kind: 'pasted-traces' } } as const]),
      ...(search.state === 'found' ? errorProjectEntries(search.projects) : []),
    ];
  }
}

/** True for rows that show the errors of a project. The rows of frames are below their error. */
function isErrorOf(data: TreeNode['data'], place: ErrorPlace): boolean {
  if (data.kind === 'error-project') return errorPlaceId(data.place) === errorPlaceId(place);
  return data.kind === 'tracked-error' && errorPlaceId(data.error) === errorPlaceId(place);
}

function isKeyOf(data: TreeNode['data'], place: ErrorPlace): boolean {
  if (data.kind === 'error-project' || data.kind === 'client-keys' || data.kind === 'rotation')
    return errorPlaceId(data.place) === errorPlaceId(place);
  return data.kind === 'client-key' && errorPlaceId(data.clientKey) === errorPlaceId(place);
}
