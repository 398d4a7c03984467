import type { TreeView } from 'vscode';
import type { ErrorFilter } from '../../../app/errors/filter';
import { t } from '../../../base/localize';
import { filterLabel } from '../../../presentation/errors/labels';
import { parts } from '../../../presentation/shared/row';
import { LiveView, type LiveViewDeps, type ViewLabels } from '../../shared/trees/live-view';
import type { TreeNode } from '../../tree-node';
import type { ErrorTree } from './tree';

interface ErrorViewDeps extends LiveViewDeps {
  readonly tree: ErrorTree;
  readonly filter: ErrorFilter;
}

/** The Errors view. */
export class ErrorView extends LiveView {
  readonly #filter: ErrorFilter;

  /** The view exists from the start; its rows are loaded when it is visible. */
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

  protected override labels(errorMessage: string | undefined, age: string | undefined): ViewLabels {
    const { search } = this.#filter.current;
    return {
      description: parts(filterLabel(this.#filter.current), age),
      lines: [errorMessage, search === '' ? undefined : t('Showing errors that match "{0}"', search)],
    };
  }
}
