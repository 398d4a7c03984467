import type { TreeView } from 'vscode';
import type { ErrorFilter } from '../app/error-filter';
import { t } from '../base/localize';
import { parts } from '../presentation/row';
import { filterWords } from '../presentation/tracked-error-words';
import type { ErrorTree } from './error-tree';
import { LiveView, type LiveViewPorts, type ViewWords } from './live-view';
import type { TreeNode } from './tree-node';

interface ErrorViewPorts extends LiveViewPorts {
  readonly tree: ErrorTree;
  readonly filter: ErrorFilter;
}

/** The view of the errors. */
export class ErrorView extends LiveView {
  readonly #filter: ErrorFilter;

  /** The view is there from the start; what is in it comes when it is seen. */
  constructor(view: TreeView<TreeNode>, ports: ErrorViewPorts) {
    super(view, ports);
    this.#filter = ports.filter;
    this.subscriptions.add(
      ports.filter.onDidChange(() => {
        this.describe();
      }),
    );
    this.begin();
  }

  protected override words(trouble: string | undefined, age: string | undefined): ViewWords {
    const { search } = this.#filter.current;
    return {
      description: parts(filterWords(this.#filter.current), age),
      lines: [trouble, search === '' ? undefined : t('Showing: {0}', search)],
    };
  }
}
