import type { TreeView } from 'vscode';
import type { ErrorFilter } from '../../app/errors/filter';
import { t } from '../../base/localize';
import { filterLabel } from '../../presentation/errors/labels';
import { parts } from '../../presentation/shared/row';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../shared/live-view';
import type { TreeNode } from '../tree-node';
import type { ErrorTree } from './tree';

interface ErrorViewDeps extends LiveViewDeps {
  readonly tree: ErrorTree;
  readonly filter: ErrorFilter;
}

/** The view of the errors. */
export class ErrorView extends LiveView {
  readonly #filter: ErrorFilter;

  /** The view is there from the start; what is in it comes when it is seen. */
  constructor(view: TreeView<TreeNode>, deps: ErrorViewDeps) {
    super(view, deps);
    this.#filter = deps.filter;
    this.subscriptions.add(
      deps.filter.onDidChange(() => {
        this.describe();
      }),
    );
    this.begin();
  }

  protected override labels(trouble: string | undefined, age: string | undefined): ViewLabels {
    const { search } = this.#filter.current;
    return {
      description: parts(filterLabel(this.#filter.current), age),
      lines: [trouble, search === '' ? undefined : t('Showing errors that match "{0}"', search)],
    };
  }
}
